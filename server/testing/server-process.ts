import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll } from 'vitest'

const main = fileURLToPath(new URL('../src/start/main.ts', import.meta.url))

/** Returns a function that starts a server in a process of its own. The servers are killed after the tests of the file. */
export function useServerProcesses(): (env: NodeJS.ProcessEnv) => Promise<ChildProcess> {
  const started: ChildProcess[] = []
  afterAll(() => {
    for (const server of started) server.kill('SIGKILL')
  })

  return async env => {
    const server = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', main], {
      env: { PATH: process.env.PATH, ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    started.push(server)
    const lines = createInterface(server.stdout)
    await new Promise<void>((resolve, reject) => {
      lines.on('line', line => line.startsWith('Start here') && resolve())
      lines.on('close', () => reject(new Error('The server did not start')))
    })
    return server
  }
}
