import { join } from 'node:path'
import { z } from 'zod'

/** The socket on which a running server accepts commands. Any user who can open this file can run every command. */
export function controlSocketPath(dataDir: string): string {
  return join(dataDir, 'control.sock')
}

export type Request = z.infer<typeof requestSchema>

/** The request is one line of JSON. */
export const requestSchema = z.strictObject({ args: z.array(z.string()).max(100), folder: z.string() })

export type Response = z.infer<typeof responseSchema>

/** The responses are lines of JSON. The last one is the outcome. */
export const responseSchema = z.union([
  z.object({ line: z.string() }),
  z.object({ bytes: z.base64() }),
  z.object({ exit: z.literal([0, 1, 2]), refusal: z.string().optional() }),
])

/** Parses a line of JSON. Returns null if it is malformed. */
export function parseJsonLine(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}
