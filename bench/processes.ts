import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '../server/testing/free-port.ts'
import type { CrowdReport, CrowdTask } from './crowd.ts'

const fileOf = (name: string) => fileURLToPath(new URL(name, import.meta.url))

export const secret = 'a secret of the benchmark, long enough'

/** The real server in a process of its own, as `npm start` runs it. */
export async function startServer(database: { databaseUrl?: string; dataDir: string }) {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const env = {
    PATH: process.env.PATH,
    PORT: String(port),
    HOST: '127.0.0.1',
    APP_URL: url,
    AUTH_SECRET: secret,
    DATA_DIR: database.dataDir,
    ...(database.databaseUrl && { DATABASE_URL: database.databaseUrl }),
  }
  const child = fork(fileOf('../server/src/main.ts'), { execArgv: process.env.PROF ? ['--cpu-prof', '--cpu-prof-dir=/tmp/prof'] : [], env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  await listening(url, child)
  return { url, pid: child.pid as number, stop: () => stop(child) }
}

/** A server that does nothing but broadcast. */
export async function startBareBroadcast() {
  const child = fork(fileOf('bare-broadcast.ts'))
  const [{ port }] = (await once(child, 'message')) as [{ port: number }]
  return { url: `http://127.0.0.1:${port}`, pid: child.pid as number, stop: () => stop(child) }
}

/** The load generator: what it costs to watch must not be counted as the server's. */
export function startCrowd() {
  const child = fork(fileOf('crowd.ts'))
  return {
    pid: child.pid as number,
    async ask(task: CrowdTask): Promise<CrowdReport> {
      child.send(task)
      const answered = once(child, 'message')
      const died = once(child, 'exit').then(() => Promise.reject(new Error('The crowd has died')))
      const [report] = (await Promise.race([answered, died])) as [CrowdReport]
      return report
    },
    stop: () => stop(child),
  }
}

/** Runs a limit's own process to its end and gives what it reports. */
export async function runAlone<Task extends object, Report>(file: string, task: Task): Promise<Report> {
  const child = fork(fileOf(file))
  child.send(task)
  const [report] = (await once(child, 'message')) as [Report]
  await stop(child)
  return report
}

export function temporaryFolder(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'grouplight-bench-'))
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGTERM')
  await gone
}

async function listening(url: string, child: ChildProcess): Promise<void> {
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
