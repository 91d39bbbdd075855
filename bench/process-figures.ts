import { readdirSync, readFileSync } from 'node:fs'

const ticksPerSecond = 100

/** Returns how many seconds of CPU time a process has used, or 0 if the process has ended. Works only on Linux. */
export function cpuSeconds(pid: number): number {
  const fields = statOf(pid)
  return fields ? (Number(fields[11]) + Number(fields[12])) / ticksPerSecond : 0
}

/** Returns how many seconds of CPU time a process and all its children have used, including children that have ended. */
export function familyCpuSeconds(pid: number): number {
  const own = statOf(pid)
  const ended = own ? (Number(own[13]) + Number(own[14])) / ticksPerSecond : 0
  const children = readdirSync('/proc').filter(
    name => /^\d+$/.test(name) && statOf(Number(name))?.[1] === String(pid),
  )
  return cpuSeconds(pid) + ended + children.reduce((sum, child) => sum + cpuSeconds(Number(child)), 0)
}

export function residentBytes(pid: number): number {
  return memoryOf(pid, 'VmRSS')
}

export function peakBytes(pid: number): number {
  return memoryOf(pid, 'VmHWM')
}

function memoryOf(pid: number, name: string): number {
  const line = new RegExp(`${name}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
  return Number(line?.[1] ?? 0) * 1024
}

/** Returns the fields of /proc/PID/stat after the command's name, or null if the process has ended. [0] is the state. */
function statOf(pid: number): string[] | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    return null
  }
}
