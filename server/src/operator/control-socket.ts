import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { z } from 'zod'
import { OperatorError } from '#operator-error.ts'
import type { Outcome, Say, SayBytes } from './verb.ts'

/** Where a running server takes commands. Who may open this file may do everything. */
export function controlSocket(dataDir: string): string {
  return join(dataDir, 'control.sock')
}

/** What goes in: one line. */
export const commandSchema = z.strictObject({ args: z.array(z.string()).max(100), folder: z.string() })

/** What comes out, a line each; the outcome is the last. */
export const answerSchema = z.union([
  z.object({ line: z.string() }),
  z.object({ bytes: z.base64() }),
  z.object({ exit: z.literal([0, 1, 2]), refusal: z.string().optional() }),
])

/** A line of JSON; null when it is none. */
export function parsedLine(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}

/** A connection to the server that takes commands at a path; null when none does. Throws OperatorError when it is not ours to ask. */
export async function connectTo(path: string): Promise<Socket | null> {
  const socket = connect(path)
  try {
    await once(socket, 'connect')
    return socket
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EACCES')
      throw new OperatorError(`${path} is not yours: run this as the user who runs the server.`)
    return null
  }
}

/** Has a running server do what was typed, and writes what it says. */
export async function askServer(
  socket: Socket,
  asked: z.infer<typeof commandSchema>,
  say: Say,
  sayBytes?: SayBytes,
): Promise<Outcome> {
  socket.write(`${JSON.stringify(asked)}\n`)
  socket.on('error', () => {})
  try {
    for await (const line of createInterface({ input: socket })) {
      const { data: said } = answerSchema.safeParse(parsedLine(line))
      if (!said)
        return { exit: 1, refusal: 'The server says something that this command line does not understand.' }
      if ('line' in said) say(said.line)
      else if ('bytes' in said) await sayBytes?.(Buffer.from(said.bytes, 'base64'))
      else return said
    }
  } finally {
    socket.destroy()
  }
  return { exit: 1, refusal: 'The server went away before it was done.' }
}
