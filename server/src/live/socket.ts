import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { closeCodes, livePath, liveProtocol } from '@grouplight/contract/live.ts'
import type { Logger } from 'pino'
import { type RawData, type WebSocket, WebSocketServer } from 'ws'
import { Browser } from './browser.ts'
import { encodeFrame } from './frame.ts'
import { Heartbeat } from './heartbeat.ts'
import type { Hub } from './hub.ts'

export type SocketOptions = {
  hub: Hub
  log: Logger
  /** The only Origin that a browser may come from. */
  origin: string
  /** Who stands behind an upgrade request; 401 for a guest, 403 for somebody unverified and 429 for a flood are turned away. */
  authenticate(request: IncomingMessage): Promise<{ person: string; session: string } | 401 | 403 | 429>
  /** Whether a session may ask for something once more, and counts it. */
  mayAsk(session: string): boolean
  /** What the person may follow now; null when the session has ended meanwhile. */
  topicsOf(person: string, session: string): Promise<string[] | null>
}

const maxSocketsPerPerson = 20
const hello = encodeFrame(['hello', { protocol: liveProtocol }])
const beat = encodeFrame(['beat'])

/** Serves the live connection on an HTTP server. Returns what stops it: every browser is told to come back. */
export function serveLive(server: Server, options: SocketOptions): () => void {
  const { hub, log } = options
  const heartbeat = new Heartbeat()
  let isStopping = false
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: 16 * 1024,
    perMessageDeflate: false,
    clientTracking: false,
    WebSocket: Browser,
  })

  // The listeners are made once and not for each browser: with thousands of them that is most of what one costs.
  const broke = (error: Error) => log.debug({ error: error.message }, 'a live connection broke')

  server.on('upgrade', (request, stream, head) => {
    stream.on('error', broke)
    admit(request, options).then(
      admitted => {
        if (typeof admitted === 'number') return refuse(stream, admitted)
        if (isStopping) return refuse(stream, 503)
        sockets.handleUpgrade(request, stream, head, browser => {
          stream.off('error', broke)
          browser.stream = stream
          void attend(browser, admitted.person, admitted.session)
        })
      },
      error => {
        log.error({ error }, 'an upgrade failed')
        refuse(stream, 503)
      },
    )
  })

  async function attend(browser: Browser, person: string, session: string): Promise<void> {
    // First of all: a broken frame on a socket that nobody listens to would end the process.
    browser.on('error', broke)
    if (hub.countOf(person) >= maxSocketsPerPerson) return browser.close(closeCodes.tooManySockets)
    const connection = hub.connect(person, session, browser)
    browser.connection = connection
    heartbeat.add(browser)
    browser.on('ping', counted)
    browser.on('pong', counted)
    browser.on('close', closed)
    browser.on('message', heard)
    try {
      await hub.followAll(connection, async () => {
        const topics = await options.topicsOf(person, session)
        if (topics === null) hub.close(person, closeCodes.sessionEnded, session)
        return topics ?? []
      })
      browser.queue(hello)
    } catch (error) {
      log.warn({ error }, 'a live connection could not be set up')
      browser.close(closeCodes.restarting)
    }
  }

  function heard(this: WebSocket, data: RawData, isBinary: boolean): void {
    const browser = this as Browser
    if (!counted.call(browser)) return
    if (isBinary || String(data) !== 'ping') browser.close(1008)
    else browser.queue(beat)
  }

  /** Whatever comes says that there is somebody, and costs something. Answers whether they may say more. */
  function counted(this: WebSocket): boolean {
    const browser = this as Browser
    browser.isAnswering = true
    const isGranted = browser.connection === null || options.mayAsk(browser.connection.session)
    if (!isGranted) browser.dismiss(1008)
    return isGranted
  }

  function closed(this: WebSocket): void {
    const browser = this as Browser
    heartbeat.remove(browser)
    if (browser.connection) hub.disconnect(browser.connection)
  }

  return () => {
    isStopping = true
    hub.closeAll(closeCodes.restarting)
    const open = heartbeat.stop()
    setTimeout(() => {
      for (const browser of open) browser.terminate()
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
  429: 'Too Many Requests',
  503: 'Service Unavailable',
}

function refuse(stream: Duplex, status: number): void {
  // Nobody else ends it: it is no request any more, and who was refused may never hang up.
  stream.once('finish', () => stream.destroy())
  const retry = [429, 503].includes(status) ? 'Retry-After: 1\r\n' : ''
  stream.end(
    `HTTP/1.1 ${status} ${reasons[status]}\r\n${retry}Connection: close\r\nContent-Length: 0\r\n\r\n`,
  )
}
