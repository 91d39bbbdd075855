import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { startMs } from './time-limits.ts'

// Linux uses the ports from 32768 for outgoing connections and for listeners on port 0. Tests use lower ports, so that no such
// connection or listener takes the port of a server while the server restarts.
const lowest = 11_000
const highest = 32_000

export async function freePort(): Promise<number> {
  const port = lowest + Math.floor(Math.random() * (highest - lowest))
  const server = createServer()
  const isFree = await new Promise<boolean>(resolve => {
    server.once('error', () => resolve(false))
    server.listen(port, () => resolve(true))
  })
  if (!isFree) return freePort()
  await new Promise(resolve => server.close(resolve))
  return port
}

/** Waits until a program that was just started listens on the port, or has ended. */
export async function untilListening(port: number, program: ChildProcess): Promise<void> {
  const latest = performance.now() + startMs
  while (program.exitCode === null && performance.now() < latest && !(await isOpen(port))) await wait(100)
}

async function isOpen(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  const isConnected = await once(socket, 'connect').then(
    () => true,
    () => false,
  )
  socket.destroy()
  return isConnected
}
