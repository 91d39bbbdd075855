import type { Socket } from 'node:net'
import { promisify } from 'node:util'

/**
 * Writes to a socket and settles once the text is written. Closes the socket and throws if the client does not read in time. A
 * backup blocks changes of the embedded database until it is read, so a client must not block it for ever.
 */
export async function writeWithTimeout(socket: Socket, text: string, limitMs = 20_000): Promise<void> {
  const timer = setTimeout(() => socket.destroy(), limitMs)
  const write = promisify((done: (error?: Error | null) => void) => socket.write(text, done))
  await write().finally(() => clearTimeout(timer))
}
