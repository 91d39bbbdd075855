import { type ChildProcess, type ForkOptions, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '../server/testing/free-port.ts'
import type { LoadReport, LoadTask } from './load-task.ts'

const fileOf = (name: string) => fileURLToPath(new URL(name, import.meta.url))

export const secret = 'a secret of the benchmark, long enough'

const started = new Set<number>()
process.on('exit', () => {
  for (const pid of started) {
    try {
      process.kill(pid, 'SIGINT')
    } catch {
      // The process has already ended.
    }
  }
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

export function killAtExit(pid: number): void {
  started.add(pid)
}

function start(file: string, options: ForkOptions = {}): ChildProcess {
  const child = fork(fileOf(file), options)
  killAtExit(child.pid as number)
  return child
}

const { env: startEnv } = await import(fileOf('../scripts/prepare.mjs'))
const { NODE_COMPILE_CACHE, NODE_OPTIONS, MALLOC_TRIM_THRESHOLD_ } = startEnv
const nodeSettings = { NODE_COMPILE_CACHE, NODE_OPTIONS, MALLOC_TRIM_THRESHOLD_ }

/** The server gets the same variables for Node and the C library as with `npm start`. */
export async function startServer(
  database: { databaseUrl?: string; dataDir: string },
  { pushServices = 'off', requestsPerSecond }: { pushServices?: string; requestsPerSecond?: number } = {},
) {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const env = {
    PATH: process.env.PATH,
    ...nodeSettings,
    PORT: String(port),
    HOST: '127.0.0.1',
    APP_URL: url,
    AUTH_SECRET: secret,
    DATA_DIR: database.dataDir,
    LIMIT_CHANGES_PER_MINUTE: '1000000',
    PUSH_SERVICES: pushServices,
    ...(database.databaseUrl && { DATABASE_URL: database.databaseUrl }),
    ...(requestsPerSecond && { LIMIT_REQUESTS_PER_SECOND: String(requestsPerSecond) }),
  }
  const child = start('../server/src/start/main.ts', {
    env,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  await waitUntilListening(url, child)
  return { url, pid: child.pid as number, stop: () => stop(child) }
}

export async function startBareBroadcast() {
  const child = start('bare-broadcast.ts')
  const [{ port }] = (await once(child, 'message')) as [{ port: number }]
  return { url: `http://127.0.0.1:${port}`, pid: child.pid as number, stop: () => stop(child) }
}

export function startLoadGenerator() {
  const child = start('load-generator.ts')
  const died = once(child, 'exit').then(() => Promise.reject(new Error('The load generator has died')))
  died.catch(() => {})
  return {
    pid: child.pid as number,
    async run(task: LoadTask): Promise<LoadReport> {
      child.send(task)
      const answered = once(child, 'message')
      const [report] = (await Promise.race([answered, died])) as [LoadReport]
      return report
    },
    stop: () => stop(child),
  }
}

export function startHelper<Task extends object>(file: string, task: Task): ChildProcess {
  const child = start(file)
  child.send(task)
  return child
}

export async function runHelper<Task extends object, Report>(file: string, task: Task): Promise<Report> {
  const child = start(file)
  child.send(task)
  const [report] = (await once(child, 'message')) as [Report]
  await stop(child)
  return report
}

export function temporaryFolder(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'grouplight-bench-'))
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}

export async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    const gone = once(child, 'exit')
    child.kill('SIGTERM')
    await gone
  }
  started.delete(child.pid as number)
}

async function waitUntilListening(url: string, child: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 600 && child.exitCode === null; tries++) {
    try {
      await fetch(`${url}/api/session`)
      return
    } catch {
      await new Promise(resolve => setTimeout(resolve, 50))
    }
  }
  throw new Error('The server did not start')
}
