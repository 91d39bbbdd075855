import type { Socket } from 'node:net'
import { promisify } from 'node:util'

/**
 * Writes to a socket and settles when it was taken. Throws, and ends the socket, when nobody takes it in time: a backup keeps
 * the embedded database from changing until it is read.
 */
export async function writeTaken(socket: Socket, text: string, limitMs = 20_000): Promise<void> {
  const late = setTimeout(() => socket.destroy(), limitMs)
  const write = promisify((done: (error?: Error | null) => void) => socket.write(text, done))
  await write().finally(() => clearTimeout(late))
}
