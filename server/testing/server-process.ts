import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll } from 'vitest'

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))

/**
 * What starts real servers for the tests of a file, each a process of its own as `npm start` runs it, with these settings alone.
 * A start resolves when the server says where to begin. Whatever still runs after the tests is killed.
 */
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
