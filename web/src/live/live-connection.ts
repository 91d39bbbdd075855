import { closeCodes, heartbeatMs, type LiveMessage, liveMessageSchema } from '@grouplight/contract/live.ts'
import { afterRestartMs, backOffMs } from './back-off.ts'
import type { Connection } from './connection-state.ts'

export type Socket = Pick<WebSocket, 'close' | 'send' | 'onmessage' | 'onclose'>

type Options = {
  connect: () => Socket
  onMessage: (message: LiveMessage) => void
  /** Called when an attempt to connect has failed or the session has ended. `hasEnded` is true only in the second case. */
  onRefused: (hasEnded: boolean) => void
  onChange: (connection: Connection) => void
  /** The time at which the restored data was saved, in ms since 1970. Null if no data was restored. */
  asOf?: number | null
  random?: () => number
}

export type LiveConnection = {
  /** Starts the next attempt immediately if the client is waiting for it. Else replaces the connection if the server is silent for 1 s. */
  check: () => void
  /** Must be called while the connection is not live, each time the page has fetched everything over HTTP. */
  markUpToDate: () => void
  close: () => void
}

const handshakeMs = 10_000
const silenceMs = 2 * heartbeatMs
const pingMs = 1_000
/** A connection that is lost within this time after the message 'hello' counts as a failed attempt. */
const stableMs = 5_000
const offlineAfterMs = 10_000

type Timer = ReturnType<typeof setTimeout> | undefined

export function openLiveConnection({
  connect,
  random = Math.random,
  asOf = null,
  ...callbacks
}: Options): LiveConnection {
  let socket: Socket | undefined
  let liveSince: number | null = null
  let failures = 0
  let status: Connection['status'] = 'reconnecting'
  let deadline: Timer
  let retry: Timer
  let offlineTimer: Timer = setTimeout(report, offlineAfterMs, 'offline')

  open()
  return { check, markUpToDate, close }

  function open() {
    disconnect()
    socket = connect()
    socket.onmessage = ({ data }) => receive(data)
    socket.onclose = ({ code }) => reconnect(code)
    setDeadline(handshakeMs)
  }

  function receive(data: unknown) {
    const message = parse(data)
    // A server of another version may send unknown messages. Reconnecting makes the page fetch everything.
    if (!message) return reconnect()
    asOf = Date.now()
    setDeadline(silenceMs)
    if (message[0] === 'hello') {
      liveSince = asOf
      clearTimeout(offlineTimer)
      report('live')
    }
    callbacks.onMessage(message)
  }

  function reconnect(code?: number, pauseMs?: number) {
    const wasLive = liveSince !== null
    const wasStable = liveSince !== null && Date.now() - liveSince >= stableMs
    disconnect()
    failures = wasStable ? 0 : failures + 1
    retry = setTimeout(open, pauseMs ?? pauseAfter(code))
    if (wasLive) {
      report('reconnecting')
      offlineTimer = setTimeout(report, offlineAfterMs, 'offline')
    }
    const hasEnded = code === closeCodes.sessionEnded
    if (!wasLive || hasEnded) callbacks.onRefused(hasEnded)
  }

  function check() {
    if (!socket) return open()
    if (liveSince !== null) socket.send('ping')
    setDeadline(pingMs, () => reconnect(undefined, 0))
  }

  function markUpToDate() {
    if (status === 'live') return
    asOf = Date.now()
    report(status)
  }

  function pauseAfter(code: number | undefined) {
    return code === closeCodes.restarting ? afterRestartMs(random) : backOffMs(failures, random)
  }

  function setDeadline(limitMs: number, onMissed = () => reconnect()) {
    clearTimeout(deadline)
    deadline = setTimeout(onMissed, limitMs)
  }

  function report(next: Connection['status']) {
    status = next
    callbacks.onChange({ status, asOf })
  }

  function disconnect() {
    clearTimeout(deadline)
    clearTimeout(retry)
    liveSince = null
    if (!socket) return
    socket.onmessage = null
    socket.onclose = null
    socket.close()
    socket = undefined
  }

  function close() {
    disconnect()
    clearTimeout(offlineTimer)
  }
}

function parse(data: unknown): LiveMessage | undefined {
  try {
    return liveMessageSchema.safeParse(JSON.parse(String(data))).data
  } catch {
    return undefined
  }
}
