import { join } from 'node:path'
import { z } from 'zod'

/** Where a running server takes commands. Whoever may open this file may do everything. */
export function controlSocketPath(dataDir: string): string {
  return join(dataDir, 'control.sock')
}

export type Request = z.infer<typeof requestSchema>

/** One line of JSON goes to the server. */
export const requestSchema = z.strictObject({ args: z.array(z.string()).max(100), folder: z.string() })

export type Response = z.infer<typeof responseSchema>

/** Lines of JSON come back; the outcome is the last. */
export const responseSchema = z.union([
  z.object({ line: z.string() }),
  z.object({ bytes: z.base64() }),
  z.object({ exit: z.literal([0, 1, 2]), refusal: z.string().optional() }),
])

/** A line of JSON; null when it is none. */
export function parseJsonLine(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}
