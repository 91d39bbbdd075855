import {
  createServer,
  type RequestListener,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http'
import type { Socket } from 'node:net'

export type AnswerLimits = {
  /** After this time without progress, a client that does not read its answer is disconnected. */
  idleMs: number
  /** How long the writing of an answer may take, in addition to one second for each `bytesPerSecond` of its content. */
  totalMs: number
  bytesPerSecond: number
  /** How many requests of a connection may wait for their answers. Browsers and proxies send one after the other. */
  pipelined: number
}

const usualLimits = { idleMs: 20_000, totalMs: 60_000, bytesPerSecond: 8_192, pipelined: 8 }

/** Creates an HTTP server that disconnects clients which do not read their answers, or send many requests at once. */
export function createAnsweringServer(
  options: ServerOptions,
  handle: RequestListener,
  limits: AnswerLimits = usualLimits,
): Server {
  const open = new Map<Socket, Set<ServerResponse>>()
  const begunAt = new WeakMap<ServerResponse, number>()

  const server = createServer(options, (request, response) => {
    const { socket } = request
    if (socket.destroyed) return
    const answers = open.get(socket) ?? answersOf(socket)
    if (answers.size >= limits.pipelined) return void socket.destroy()
    answers.add(response)
    response.once('close', () => answers.delete(response))
    handle(request, response)
  })

  // Node restarts this time whenever bytes arrive or leave.
  server.setTimeout(limits.idleMs, socket => {
    // If nothing waits to be written, the server is still working on the answer. Its first bytes restart the time.
    const isWorking = socket.writableLength === 0 && (open.get(socket)?.size ?? 0) > 0
    if (!isWorking) socket.destroy()
  })
  const timer = setInterval(endSlowAnswers, limits.totalMs / 12)
  timer.unref()
  server.on('close', () => clearInterval(timer))
  return server

  function answersOf(socket: Socket): Set<ServerResponse> {
    const answers = new Set<ServerResponse>()
    open.set(socket, answers)
    // A response that waits for an earlier one emits no 'close' when the connection closes.
    socket.once('close', () => open.delete(socket))
    return answers
  }

  function endSlowAnswers(): void {
    const now = performance.now()
    for (const [socket, [writing]] of open) {
      if (!writing?.headersSent) continue
      const since = begunAt.get(writing) ?? now
      begunAt.set(writing, since)
      const bytes = Number(writing.getHeader('content-length') ?? 0)
      if (now - since > limits.totalMs + (bytes / limits.bytesPerSecond) * 1_000) socket.destroy()
    }
  }
}
