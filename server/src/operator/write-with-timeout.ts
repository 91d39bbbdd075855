import type { Socket } from 'node:net'
import { promisify } from 'node:util'

/**
 * Writes `text`. Disconnects a client that does not read it within `limitMs`, because the embedded database is blocked until the
 * client has read a backup.
 */
export async function writeWithTimeout(socket: Socket, text: string, limitMs = 20_000): Promise<void> {
  const timer = setTimeout(() => socket.destroy(), limitMs)
  const write = promisify((done: (error?: Error | null) => void) => socket.write(text, done))
  await write().finally(() => clearTimeout(timer))
}
