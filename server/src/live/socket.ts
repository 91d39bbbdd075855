import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import {
  closeCodes,
  heartbeatMs,
  type LiveMessage,
  livePath,
  liveProtocol,
} from '@grouplight/contract/live.ts'
import type { Logger } from 'pino'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Hub } from './hub.ts'

export type SocketOptions = {
  hub: Hub
  log: Logger
  /** The only Origin that a browser may come from. */
  origin: string
  /** Who stands behind an upgrade request; 401 for a guest and 403 for somebody unverified, who are turned away with it. */
  authenticate(request: IncomingMessage): Promise<{ person: string; session: string } | 401 | 403>
  /** What the person may follow now; null when the session has ended meanwhile. */
  topicsOf(person: string, session: string): Promise<string[] | null>
}

const maxSocketsPerPerson = 20
const maxBufferedBytes = 1024 * 1024
const hello = JSON.stringify(['hello', { protocol: liveProtocol }] satisfies LiveMessage)
const beat = JSON.stringify(['beat'] satisfies LiveMessage)

/** Serves the live connection on an HTTP server. Returns what stops it: every browser is told to come back. */
export function serveLive(server: Server, options: SocketOptions): () => void {
  const { hub, log } = options
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: 16 * 1024,
    perMessageDeflate: false,
    clientTracking: true,
  })
  const answering = new WeakSet<WebSocket>()

  server.on('upgrade', (request, stream, head) => {
    stream.on('error', error => log.debug({ error: error.message }, 'an upgrade broke'))
    admit(request, options).then(
      admitted => {
        if (typeof admitted === 'number') return refuse(stream, admitted)
        sockets.handleUpgrade(
          request,
          stream,
          head,
          socket => void attend(socket, admitted.person, admitted.session),
        )
      },
      error => {
        log.error({ error }, 'an upgrade failed')
        refuse(stream, 503)
      },
    )
  })

  async function attend(socket: WebSocket, person: string, session: string): Promise<void> {
    // First of all: a broken frame on a socket that nobody listens to would end the process.
    socket.on('error', error => log.debug({ error: error.message }, 'a live connection broke'))
    if (hub.countOf(person) >= maxSocketsPerPerson) return socket.close(closeCodes.tooManySockets)
    const connection = hub.connect(person, session, {
      send: frame => {
        // A reader that lets a mebibyte pile up is dropped: it comes back and fetches what it missed.
        if (socket.bufferedAmount > maxBufferedBytes) socket.terminate()
        else socket.send(frame)
      },
      close: code => socket.close(code),
    })
    answering.add(socket)
    socket.on('pong', () => answering.add(socket))
    socket.on('close', () => hub.disconnect(connection))
    socket.on('message', (data, isBinary) => {
      answering.add(socket)
      if (isBinary || String(data) !== 'ping') socket.close(1008)
      else socket.send(beat)
    })
    try {
      await hub.followAll(connection, async () => {
        const topics = await options.topicsOf(person, session)
        if (topics === null) hub.close(person, closeCodes.sessionEnded, session)
        return topics ?? []
      })
      socket.send(hello)
    } catch (error) {
      log.warn({ error }, 'a live connection could not be set up')
      socket.close(closeCodes.restarting)
    }
  }

  // One timer for all: whoever has not answered the last ping is gone, half-open or asleep.
  const wheel = setInterval(() => {
    for (const socket of sockets.clients) {
      if (!answering.delete(socket)) socket.terminate()
      else socket.ping()
    }
    hub.beat()
  }, heartbeatMs)
  wheel.unref()

  return () => {
    clearInterval(wheel)
    hub.closeAll(closeCodes.restarting)
    sockets.close()
    setTimeout(() => {
      for (const socket of sockets.clients) socket.terminate()
    }, 1_000).unref()
  }
}

/** Who may come in, or the HTTP status of the refusal. */
async function admit(
  request: IncomingMessage,
  options: SocketOptions,
): Promise<{ person: string; session: string } | number> {
  if (request.url?.split('?')[0] !== livePath) return 404
  // Browsers always send their Origin. Who shows a bearer token is no browser, and carries no cookie of somebody else.
  if (
    request.headers.origin !== options.origin &&
    !(request.headers.origin === undefined && request.headers.authorization)
  )
    return 403
  return options.authenticate(request)
}

const reasons: Record<number, string> = {
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  503: 'Service Unavailable',
}

function refuse(stream: Duplex, status: number): void {
  stream.end(`HTTP/1.1 ${status} ${reasons[status]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}
