import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { closeCodes, livePath, liveProtocol } from '@grouplight/contract/live.ts'
import { type ProblemCode, problemStatus } from '@grouplight/contract/problem.ts'
import type { Logger } from 'pino'
import { type RawData, type WebSocket, WebSocketServer } from 'ws'
import { encodeFrame } from './frame.ts'
import type { Hub } from './hub.ts'
import { LiveClient } from './live-client.ts'
import { Heartbeat } from './socket-heartbeat.ts'

type Caller = { person: string; session: string }

/** Somebody who may not come in: at once and answered like a request, or (a person with too many browsers) closed after. */
export type TurnedAway = { request: IncomingMessage; code: ProblemCode; ms: number; person?: string }

export type SocketOptions = {
  hub: Hub
  log: Logger
  /** The only Origin that a browser may come from. */
  origin: string
  /** Whether somebody may knock once more, and counts it, whoever they may be: what is refused costs something, too. */
  mayKnock(request: IncomingMessage): Promise<boolean>
  /** Who stands behind an upgrade request, or why they are turned away. Counts it itself. */
  authenticate(request: IncomingMessage): Promise<Caller | ProblemCode>
  /** Hears of everybody who was turned away. */
  turnedAway(who: TurnedAway): void
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
    // No browser cuts up a ping; empty pieces would cost time and count for nothing.
    maxFragments: 8,
    perMessageDeflate: false,
    clientTracking: false,
    WebSocket: LiveClient,
  })

  // The listeners are made once and not for each browser: with thousands of them that is most of what one costs.
  const broke = (error: Error) => log.debug({ error: error.message }, 'a live connection broke')

  server.on('upgrade', (request, stream, head) => {
    const startedAt = performance.now()
    const turnAway = (code: ProblemCode, person?: string) =>
      options.turnedAway({ request, code, ms: performance.now() - startedAt, person })
    const refuse = (code: ProblemCode) => {
      answer(stream, problemStatus[code])
      turnAway(code)
    }
    stream.on('error', broke)
    admit(request, options).then(
      admitted => {
        if (typeof admitted === 'string') return refuse(admitted)
        if (isStopping) return refuse('unavailable')
        sockets.handleUpgrade(request, stream, head, browser => {
          stream.off('error', broke)
          browser.stream = stream
          // First of all: a broken frame on a socket that nobody listens to would end the process.
          browser.on('error', broke)
          if (hub.countOf(admitted.person) < maxSocketsPerPerson) return void attend(browser, admitted)
          browser.close(closeCodes.tooManySockets)
          turnAway('too-many-requests', admitted.person)
        })
      },
      error => {
        log.error({ error }, 'an upgrade failed')
        refuse('unavailable')
      },
    )
  })

  async function attend(browser: LiveClient, { person, session }: Caller): Promise<void> {
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
    const browser = this as LiveClient
    if (!counted.call(browser)) return
    if (isBinary || String(data) !== 'ping') browser.close(1008)
    else browser.queue(beat)
  }

  /** Whatever comes says that there is somebody, and costs something. Answers whether they may say more. */
  function counted(this: WebSocket): boolean {
    const browser = this as LiveClient
    browser.isAnswering = true
    const isGranted = browser.connection === null || options.mayAsk(browser.connection.session)
    if (!isGranted) browser.dismiss(1008)
    return isGranted
  }

  function closed(this: WebSocket): void {
    const browser = this as LiveClient
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

/** Who may come in, or why not. */
async function admit(request: IncomingMessage, options: SocketOptions): Promise<Caller | ProblemCode> {
  const refusal = refusalOf(request, options)
  if (refusal === null) return options.authenticate(request)
  return (await options.mayKnock(request)) ? refusal : 'too-many-requests'
}

/** What can be refused without asking who it is. */
function refusalOf({ url, headers }: IncomingMessage, { origin }: SocketOptions): ProblemCode | null {
  if (url?.split('?')[0] !== livePath) return 'not-found'
  // Browsers always send their Origin. Who shows a bearer token is no browser, and carries no cookie of somebody else.
  const isOurs = headers.origin === origin || (headers.origin === undefined && headers.authorization)
  return isOurs ? null : 'origin-not-allowed'
}

const reasons: Record<number, string> = {
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  429: 'Too Many Requests',
  503: 'Service Unavailable',
}

function answer(stream: Duplex, status: number): void {
  // Nobody else ends it: it is no request any more, and who was refused may never hang up.
  stream.once('finish', () => stream.destroy())
  const retry = [429, 503].includes(status) ? 'Retry-After: 1\r\n' : ''
  stream.end(
    `HTTP/1.1 ${status} ${reasons[status]}\r\n${retry}Connection: close\r\nContent-Length: 0\r\n\r\n`,
  )
}
