import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { closeCodes, liveProtocol } from '@grouplight/contract/live.ts'
import { type ProblemCode, problemStatus } from '@grouplight/contract/problem.ts'
import type { Logger } from 'pino'
import { type RawData, type WebSocket, WebSocketServer } from 'ws'
import { encodeFrame } from './frame.ts'
import type { Hub } from './hub.ts'
import { LiveClient } from './live-client.ts'
import { SocketHeartbeat } from './socket-heartbeat.ts'
import { authorizeUpgrade, type LiveCaller, refuseUpgrade, type UpgradeOptions } from './upgrade.ts'

/** `ms` is the time from the request to the refusal. `userId` is set only if the user has too many connections. */
export type RefusedUpgrade = { request: IncomingMessage; code: ProblemCode; ms: number; userId?: string }

export type SocketOptions = UpgradeOptions & {
  hub: Hub
  log: Logger
  onRefused(refused: RefusedUpgrade): void
  /** Counts a message of a session. Returns false if the session is above its limit. */
  limitMessages(session: string): boolean
  /** Returns the topics that the session's user may follow. Null if the session has ended. */
  topicsOf(session: string): Promise<Set<string> | null>
  /** Called when a connection has been upgraded. */
  onLive(stream: Duplex): void
}

const maxConnectionsPerUser = 20
const hello = encodeFrame(['hello', { protocol: liveProtocol }])
const beat = encodeFrame(['beat'])

/** Accepts live connections. Returns a function that closes every connection with the close code that makes clients reconnect. */
export function serveLive(server: Server, options: SocketOptions): () => void {
  const { hub, log } = options
  const heartbeat = new SocketHeartbeat()
  let isStopping = false
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: 16 * 1024,
    // Browsers send 'ping' in one fragment. A message of many empty fragments would take much processing time.
    maxFragments: 8,
    perMessageDeflate: false,
    clientTracking: false,
    WebSocket: LiveClient,
  })

  // All clients share this listener and those below. A closure for each of thousands of clients would use much more memory.
  const logBroken = (error: Error) => log.debug({ error: error.message }, 'a live connection broke')

  server.on('upgrade', (request, stream, head) => {
    const startedAt = performance.now()
    const reportRefusal = (code: ProblemCode, userId?: string) =>
      options.onRefused({ request, code, ms: performance.now() - startedAt, userId })
    const refuse = (code: ProblemCode) => {
      refuseUpgrade(stream, problemStatus[code])
      reportRefusal(code)
    }
    stream.on('error', logBroken)
    authorizeUpgrade(request, options).then(
      admitted => {
        if (typeof admitted === 'string') return refuse(admitted)
        if (isStopping) return refuse('unavailable')
        sockets.handleUpgrade(request, stream, head, client => {
          stream.off('error', logBroken)
          client.stream = stream
          // This listener is added first, because without it a malformed frame would end the process.
          client.on('error', logBroken)
          if (hub.countOf(admitted.userId) < maxConnectionsPerUser) {
            options.onLive(stream)
            return void goLive(client, admitted)
          }
          client.close(closeCodes.tooManySockets)
          reportRefusal('too-many-requests', admitted.userId)
        })
      },
      error => {
        log.error({ error }, 'an upgrade failed')
        refuse('unavailable')
      },
    )
  })

  async function goLive(client: LiveClient, { userId, session }: LiveCaller): Promise<void> {
    const connection = hub.connect(userId, session, client)
    client.connection = connection
    heartbeat.add(client)
    client.on('ping', count)
    client.on('pong', count)
    client.on('close', closed)
    client.on('message', received)
    try {
      await hub.followAll(connection, () => options.topicsOf(session))
      client.queue(hello)
    } catch (error) {
      log.warn({ error }, 'a live connection could not be set up')
      client.close(closeCodes.restarting)
    }
  }

  function received(this: WebSocket, data: RawData, isBinary: boolean): void {
    const client = this as LiveClient
    if (!count.call(client)) return
    if (isBinary || String(data) !== 'ping') client.close(1008)
    else client.queue(beat)
  }

  function count(this: WebSocket): boolean {
    const client = this as LiveClient
    client.isAlive = true
    const isAllowed = client.connection === null || options.limitMessages(client.connection.session)
    if (!isAllowed) client.dismiss(1008)
    return isAllowed
  }

  function closed(this: WebSocket): void {
    const client = this as LiveClient
    heartbeat.remove(client)
    if (client.connection) hub.disconnect(client.connection)
  }

  return () => {
    isStopping = true
    hub.closeAll(closeCodes.restarting)
    const open = heartbeat.stop()
    setTimeout(() => {
      for (const client of open) client.terminate()
    }, 1_000).unref()
  }
}
