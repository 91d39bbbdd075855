import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { OperatorError } from '#platform/config/operator-error.ts'
import type { Outcome, Print, PrintBytes } from './command.ts'
import { controlSocketPath, parseJsonLine, type Request, responseSchema } from './control-protocol.ts'

/** Connects to the running server. Returns null if no server is running. Throws OperatorError if this process may not connect. */
export async function connectToServer(dataDir: string): Promise<Socket | null> {
  const path = controlSocketPath(dataDir)
  const socket = connect(path)
  try {
    await once(socket, 'connect')
    return socket
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EACCES')
      throw new OperatorError(`${path} belongs to another user: run this as the user who runs the server.`)
    return null
  }
}

export async function isServerRunning(dataDir: string): Promise<boolean> {
  const server = await connectToServer(dataDir)
  server?.destroy()
  return server !== null
}

export async function sendCommand(
  socket: Socket,
  request: Request,
  print: Print,
  printBytes?: PrintBytes,
): Promise<Outcome> {
  socket.write(`${JSON.stringify(request)}\n`)
  socket.on('error', () => {})
  try {
    for await (const line of linesFrom(socket)) {
      const { data: response } = responseSchema.safeParse(parseJsonLine(line))
      if (!response) return { exit: 1, refusal: 'The response of the server has an unknown format.' }
      if ('line' in response) print(response.line)
      else if ('bytes' in response) await printBytes?.(Buffer.from(response.bytes, 'base64'))
      else return response
    }
  } finally {
    socket.destroy()
  }
  return { exit: 1, refusal: 'The server ended before the command was done.' }
}

/** Reads no more while a line is being handled: `readline` would read ahead, and the server would see no progress meanwhile. */
async function* linesFrom(socket: Socket): AsyncGenerator<string> {
  let rest = ''
  try {
    for await (const chunk of socket.setEncoding('utf8')) {
      const lines = `${rest}${chunk}`.split('\n')
      rest = lines.pop() ?? ''
      yield* lines
    }
  } catch {
    // A killed server ends the connection with an error.
  }
}
