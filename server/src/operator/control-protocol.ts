import type { Socket } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'

/** Returns the path of the control socket. Anybody who can open this socket can run every command that runs in the server. */
export function controlSocketPath(dataDir: string): string {
  return join(dataDir, 'control.sock')
}

export type Request = z.infer<typeof requestSchema>

export const requestSchema = z.strictObject({ args: z.array(z.string()).max(100), folder: z.string() })

export type Response = z.infer<typeof responseSchema>

export const responseSchema = z.union([
  z.object({ line: z.string() }),
  z.object({ bytes: z.base64() }),
  z.object({ exit: z.literal([0, 1, 2]), refusal: z.string().optional() }),
])

export function parseJsonLine(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}

/**
 * Writes `text`. Disconnects a client that does not read it within `limitMs`, because the embedded database is blocked until the
 * client has read a backup.
 */
export async function writeWithTimeout(socket: Socket, text: string, limitMs = 20_000): Promise<void> {
  const timer = setTimeout(() => socket.destroy(), limitMs)
  const write = promisify((done: (error?: Error | null) => void) => socket.write(text, done))
  await write().finally(() => clearTimeout(timer))
}
