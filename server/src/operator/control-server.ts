import { once } from 'node:events'
import { chmodSync, mkdirSync, rmSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import type { Services } from '#services.ts'
import { isServerRunning } from './control-client.ts'
import {
  controlSocketPath,
  parseJsonLine,
  type Response,
  requestSchema,
  writeWithTimeout,
} from './control-protocol.ts'
import { runCommand } from './run-command.ts'

const longestRequest = 64 * 1024
const notUnderstood = 'The server does not understand this request: use the command line of the same version.'

/** Returns a function that closes the control socket. Returns null if the socket cannot be created, or another server uses it. */
export async function startControlServer(services: Services): Promise<(() => void) | null> {
  const { config, log } = services
  const path = controlSocketPath(config.dataDir)
  const sockets = new Set<Socket>()
  const server = createServer(socket => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    handleConnection(services, socket).catch(error => log.debug({ error }, 'a command line disconnected'))
  })
  try {
    mkdirSync(config.dataDir, { recursive: true, mode: 0o700 })
    if (await isServerRunning(config.dataDir)) {
      log.warn({ path }, "another server accepts the operator's commands here")
      return null
    }
    // A server that was killed has not deleted its socket file.
    rmSync(path, { force: true })
    await listenPrivately(server, path)
  } catch (error) {
    log.warn({ error, path }, "the operator's commands cannot be accepted")
    return null
  }
  return () => {
    server.close()
    for (const socket of sockets) socket.destroy()
  }
}

async function handleConnection(services: Services, socket: Socket): Promise<void> {
  socket.on('error', () => {})
  const lineOf = (message: Response) => `${JSON.stringify(message)}\n`
  const write = (message: Response) => {
    if (socket.writable) socket.write(lineOf(message))
  }
  const writeBytes = (bytes: Uint8Array) =>
    writeWithTimeout(socket, lineOf({ bytes: Buffer.from(bytes).toString('base64') }))
  const request = requestSchema.safeParse(await firstLine(socket))
  if (!request.success) {
    write({ exit: 2, refusal: notUnderstood })
    return void socket.end()
  }
  write(await runCommand(services, request.data, line => write({ line }), writeBytes))
  socket.end()
}

async function firstLine(socket: Socket): Promise<unknown> {
  let text = ''
  for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
    text += chunk
    const end = text.indexOf('\n')
    if (end >= 0) return parseJsonLine(text.slice(0, end))
    if (text.length > longestRequest) return null
  }
  return null
}

async function listenPrivately(server: ReturnType<typeof createServer>, path: string): Promise<void> {
  const listening = once(server, 'listening')
  // Without this mask, another system user could connect before the call of `chmodSync`.
  const umask = process.umask(0o177)
  try {
    server.listen(path)
  } finally {
    process.umask(umask)
  }
  await listening
  chmodSync(path, 0o600)
}
