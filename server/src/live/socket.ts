import type { IncomingMessage, Server } from 'node:http'
import { closeCodes, liveProtocol } from '@grouplight/contract/live.ts'
import { type ProblemCode, problemStatus } from '@grouplight/contract/problem.ts'
import type { Logger } from 'pino'
import { type RawData, type WebSocket, WebSocketServer } from 'ws'
import { encodeFrame } from './frame.ts'
import type { Hub } from './hub.ts'
import { LiveClient } from './live-client.ts'
import { SocketHeartbeat } from './socket-heartbeat.ts'
import { admit, type LiveCaller, refuseUpgrade, type UpgradeOptions } from './upgrade.ts'

/** A refused upgrade. `userId` is set for a user with too many connections. That upgrade is accepted and then closed at once. */
export type RefusedUpgrade = { request: IncomingMessage; code: ProblemCode; ms: number; userId?: string }

export type SocketOptions = UpgradeOptions & {
  hub: Hub
  log: Logger
  onRefused(refused: RefusedUpgrade): void
  /** Counts a message of a session. Returns whether the session is still within its limit. */
  limitMessages(session: string): boolean
  /** Returns the topics that the user may follow now, or null if the session has ended meanwhile. */
  topicsOf(userId: string, session: string): Promise<string[] | null>
}

const maxConnectionsPerUser = 20
const hello = encodeFrame(['hello', { protocol: liveProtocol }])
const beat = encodeFrame(['beat'])

/** Serves live connections on an HTTP server. Returns a function that stops this and tells every client to reconnect. */
export function serveLive(server: Server, options: SocketOptions): () => void {
  const { hub, log } = options
  const heartbeat = new SocketHeartbeat()
  let isStopping = false
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: 16 * 1024,
    // Browsers send a ping in one fragment. Many empty fragments would cost processing time and count as only one message.
    maxFragments: 8,
    perMessageDeflate: false,
    clientTracking: false,
    WebSocket: LiveClient,
  })

  // All clients share these listeners. With thousands of clients, closures would use most of the memory.
  const broke = (error: Error) => log.debug({ error: error.message }, 'a live connection broke')

  server.on('upgrade', (request, stream, head) => {
    const startedAt = performance.now()
    const reportRefusal = (code: ProblemCode, userId?: string) =>
      options.onRefused({ request, code, ms: performance.now() - startedAt, userId })
    const refuse = (code: ProblemCode) => {
      refuseUpgrade(stream, problemStatus[code])
      reportRefusal(code)
    }
    stream.on('error', broke)
    admit(request, options).then(
      admitted => {
        if (typeof admitted === 'string') return refuse(admitted)
        if (isStopping) return refuse('unavailable')
        sockets.handleUpgrade(request, stream, head, client => {
          stream.off('error', broke)
          client.stream = stream
          // Must come first: without a listener for errors a malformed frame would end the process.
          client.on('error', broke)
          if (hub.countOf(admitted.userId) < maxConnectionsPerUser) return void goLive(client, admitted)
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
      await hub.followAll(connection, async () => {
        const topics = await options.topicsOf(userId, session)
        if (topics === null) hub.close(userId, closeCodes.sessionEnded, session)
        return topics ?? []
      })
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

  /** Counts everything that the client sends. Returns whether it may send more. */
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
