import { once } from 'node:events'
import { chmodSync, mkdirSync, rmSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import type { z } from 'zod'
import type { Services } from '#services.ts'
import { type answerSchema, commandSchema, connectTo, controlSocket, parsedLine } from './control-socket.ts'
import { runCommand } from './run-command.ts'
import { writeTaken } from './write-taken.ts'

const longestCommand = 64 * 1024
const notUnderstood = 'The server does not understand this command line: use the one of its own version.'

/**
 * Takes the operator's commands from this machine, as long as the server runs: one line of JSON comes in, lines of JSON go
 * out, the last of them with the outcome. Answers what ends it; null when another server has the place, or there can be none.
 */
export async function serveControl(services: Services): Promise<(() => void) | null> {
  const { config, log } = services
  const path = controlSocket(config.dataDir)
  const open = new Set<Socket>()
  const server = createServer(socket => {
    open.add(socket)
    socket.on('close', () => open.delete(socket))
    attend(services, socket).catch(error => log.debug({ error }, 'a command line went away'))
  })
  try {
    mkdirSync(config.dataDir, { recursive: true, mode: 0o700 })
    const other = await connectTo(path)
    if (other) {
      other.destroy()
      log.warn({ path }, 'another server takes the commands of the operator here')
      return null
    }
    // What a killed server has left behind answers nobody.
    rmSync(path, { force: true })
    await listenPrivately(server, path)
  } catch (error) {
    log.warn({ error, path }, 'commands of the operator cannot be taken')
    return null
  }
  return () => {
    server.close()
    for (const socket of open) socket.destroy()
  }
}

async function attend(services: Services, socket: Socket): Promise<void> {
  socket.on('error', () => {})
  const lineOf = (message: z.infer<typeof answerSchema>) => `${JSON.stringify(message)}\n`
  const write = (message: z.infer<typeof answerSchema>) => {
    if (socket.writable) socket.write(lineOf(message))
  }
  const writeBytes = (bytes: Uint8Array) =>
    writeTaken(socket, lineOf({ bytes: Buffer.from(bytes).toString('base64') }))
  const asked = commandSchema.safeParse(await firstLine(socket))
  if (!asked.success) {
    write({ exit: 2, refusal: notUnderstood })
    return void socket.end()
  }
  write(await runCommand(services, asked.data, line => write({ line }), writeBytes))
  socket.end()
}

async function firstLine(socket: Socket): Promise<unknown> {
  let text = ''
  for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
    text += chunk
    const end = text.indexOf('\n')
    if (end >= 0) return parsedLine(text.slice(0, end))
    if (text.length > longestCommand) return null
  }
  return null
}

async function listenPrivately(server: ReturnType<typeof createServer>, path: string): Promise<void> {
  const listening = once(server, 'listening')
  // The file comes into being with the mode that it keeps: nobody slips in before.
  const usual = process.umask(0o177)
  try {
    server.listen(path)
  } finally {
    process.umask(usual)
  }
  await listening
  chmodSync(path, 0o600)
}
