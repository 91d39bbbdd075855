import type { Socket } from 'node:net'
import { promisify } from 'node:util'

/**
 * Writes to a socket and settles once it is taken. Throws and closes the socket when nobody reads in time: a backup blocks changes
 * of the embedded database until it is read.
 */
export async function writeWithTimeout(socket: Socket, text: string, limitMs = 20_000): Promise<void> {
  const timer = setTimeout(() => socket.destroy(), limitMs)
  const write = promisify((done: (error?: Error | null) => void) => socket.write(text, done))
  await write().finally(() => clearTimeout(timer))
}
