import { readdirSync, readFileSync } from 'node:fs'

const ticksPerSecond = 100

/** User and system time so far. Linux only. */
export function cpuSeconds(pid: number): number {
  const fields = statOf(pid)
  return fields ? (Number(fields[11]) + Number(fields[12])) / ticksPerSecond : 0
}

/** Includes all children, also those that have ended: a PostgreSQL and its back ends. */
export function familyCpuSeconds(pid: number): number {
  const own = statOf(pid)
  const ended = own ? (Number(own[13]) + Number(own[14])) / ticksPerSecond : 0
  const children = readdirSync('/proc').filter(
    name => /^\d+$/.test(name) && statOf(Number(name))?.[1] === String(pid),
  )
  return cpuSeconds(pid) + ended + children.reduce((sum, child) => sum + cpuSeconds(Number(child)), 0)
}

/** In bytes. */
export function residentBytes(pid: number): number {
  const line = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
  return Number(line?.[1] ?? 0) * 1024
}

// The fields after the command's name, which may contain anything. [0] is the state.
function statOf(pid: number): string[] | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    return null
  }
}
