import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from './free-port.ts'
import { startMs } from './time-limits.ts'

export type TestNats = { url: string; readonly pid: number; stop(): Promise<void>; start(): Promise<void> }

export const hasNats = findNats() !== undefined

export async function startNats(): Promise<TestNats> {
  const binary = findNats()
  if (!binary) throw new Error('No NATS server is installed (Debian: apt-get install nats-server)')
  const port = await freePort()
  const run = async () => {
    const started = spawn(binary, ['--addr', '127.0.0.1', '--port', String(port)], { stdio: 'ignore' })
    await waitUntilListening(port)
    return started
  }
  let nats = await run()
  const isRunning = () => nats.exitCode === null && nats.signalCode === null
  return {
    url: `nats://127.0.0.1:${port}`,
    get pid() {
      return nats.pid as number
    },
    async stop() {
      if (!isRunning()) return
      const ended = new Promise(resolve => nats.once('exit', resolve))
      nats.kill('SIGKILL')
      await ended
    },
    async start() {
      if (!isRunning()) nats = await run()
    },
  }
}

function findNats(): string | undefined {
  const folders = ['/usr/sbin', ...(process.env.PATH ?? '').split(':')]
  return folders.map(folder => join(folder, 'nats-server')).find(file => existsSync(file))
}

async function waitUntilListening(port: number): Promise<void> {
  for (const deadline = performance.now() + startMs; performance.now() < deadline; await wait(50)) {
    const isOpen = await new Promise<boolean>(resolve => {
      const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false))
      socket.on('connect', () => socket.destroy())
    })
    if (isOpen) return
  }
  throw new Error('The NATS server of the tests did not start')
}
