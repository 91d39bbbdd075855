import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { programEnv } from './program-env.ts'

// The tests write as fast as they can and would exceed the default limits.
const wideLimits = { LIMIT_CHANGES_PER_MINUTE: '1000000', LIMIT_SIGN_UPS_PER_IP: '1000000' }

const tickMs = 10 // Linux counts CPU time in steps of 10 ms.

export type KillableServer = ReturnType<typeof startServer>

/** Starts a server in a separate process. `program` is relative to this folder. The test must kill the process. */
export function startServer(
  env: NodeJS.ProcessEnv,
  { program = '../src/start/main.ts', flags = [] as string[] } = {},
) {
  const path = fileURLToPath(new URL(program, import.meta.url))
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...flags, path], {
    env: { ...programEnv, LOG_LEVEL: 'silent', ...wideLimits, ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const exit = once(child, 'exit')
  let output = ''
  let isReady = false
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', chunk => {
      output += chunk
      isReady ||= output.includes('Start here')
    })
  }
  child.on('message', message => {
    isReady ||= message === 'ready'
  })
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  return {
    child,
    /** Returns what the server has printed. */
    output: () => output,
    /** Returns whether the server is ready. Throws with the server's output if the process has ended before it was ready. */
    isReady(): boolean {
      if (!isReady && hasEnded()) throw new Error(`The server did not start: ${output}`)
      return isReady
    },
    async ready(): Promise<void> {
      while (!this.isReady()) await wait(2)
    },
    async freeze(): Promise<void> {
      child.kill('SIGSTOP')
      while (!hasEnded() && !isFrozen(child.pid as number)) await wait(1)
    },
    /** Returns the CPU time that the process has used, in milliseconds. Returns Infinity after the end of the process. */
    busyMs: () => busyMsOf(child.pid as number),
    resume: () => child.kill('SIGCONT'),
    async kill(): Promise<void> {
      child.kill('SIGKILL')
      await exit
    },
  }
}

function busyMsOf(pid: number): number {
  try {
    const afterName = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1] ?? ''
    const [user, system] = afterName.split(' ').slice(11, 13).map(Number)
    return ((user ?? 0) + (system ?? 0)) * tickMs
  } catch {
    return Number.POSITIVE_INFINITY
  }
}

function isFrozen(pid: number): boolean {
  try {
    return readdirSync(`/proc/${pid}/task`).every(thread =>
      /^State:\s+[TZX]/m.test(readFileSync(`/proc/${pid}/task/${thread}/status`, 'utf8')),
    )
  } catch {
    return false // a thread ended while its state was read
  }
}
