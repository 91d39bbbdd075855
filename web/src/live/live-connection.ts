import { closeCodes, heartbeatMs, type LiveMessage, liveMessageSchema } from '@grouplight/contract/live.ts'
import { afterRestartMs, backOffMs } from './back-off.ts'
import type { Connection } from './connection-state.ts'

/** What is used of a WebSocket. */
export type Socket = Pick<WebSocket, 'close' | 'send' | 'onmessage' | 'onclose'>

type Options = {
  connect: () => Socket
  onMessage: (message: LiveMessage) => void
  /** The server did not want us, or was not there: perhaps the session has ended, or it said so. */
  onRefused: (hasEnded: boolean) => void
  onChange: (connection: Connection) => void
  /** When the screen was right last, if that was on an earlier visit. */
  asOf?: number | null
  random?: () => number
}

export type LiveConnection = {
  /** Makes sure that the connection is alive, within a second: after sleep, or when the network comes back. */
  check: () => void
  /** Everything was fetched another way just now. */
  caughtUp: () => void
  close: () => void
}

const handshakeMs = 10_000
const silenceMs = 2 * heartbeatMs
const pingMs = 1_000
/** A connection that lived shorter than this counts as a failed attempt. */
const steadyMs = 5_000
const offlineAfterMs = 10_000

type Timer = ReturnType<typeof setTimeout> | undefined

/** Keeps one socket to the server open, for ever: a lost one is replaced, with growing pauses while that fails. */
export function openLiveConnection({
  connect,
  random = Math.random,
  asOf = null,
  ...told
}: Options): LiveConnection {
  let socket: Socket | undefined
  let liveSince: number | null = null
  let failures = 0
  let status: Connection['status'] = 'reconnecting'
  let deadline: Timer
  let retry: Timer
  let giveUp: Timer = setTimeout(report, offlineAfterMs, 'offline')

  open()
  return { check, caughtUp, close }

  function open() {
    drop()
    socket = connect()
    socket.onmessage = ({ data }) => hear(data)
    socket.onclose = ({ code }) => lose(code)
    expectWithin(handshakeMs)
  }

  function hear(data: unknown) {
    const message = parse(data)
    // Words of another version: a new connection begins with fetching everything.
    if (!message) return lose()
    asOf = Date.now()
    expectWithin(silenceMs)
    if (message[0] === 'hello') {
      liveSince = asOf
      clearTimeout(giveUp)
      report('live')
    }
    told.onMessage(message)
  }

  function lose(code?: number, pauseMs?: number) {
    const wasLive = liveSince !== null
    const wasSteady = liveSince !== null && Date.now() - liveSince >= steadyMs
    drop()
    failures = wasSteady ? 0 : failures + 1
    retry = setTimeout(open, pauseMs ?? pauseAfter(code))
    if (wasLive) {
      report('reconnecting')
      giveUp = setTimeout(report, offlineAfterMs, 'offline')
    }
    const hasEnded = code === closeCodes.sessionEnded
    if (!wasLive || hasEnded) told.onRefused(hasEnded)
  }

  function check() {
    if (!socket) return open()
    if (liveSince !== null) socket.send('ping')
    expectWithin(pingMs, () => lose(undefined, 0))
  }

  function caughtUp() {
    if (status === 'live') return
    asOf = Date.now()
    report(status)
  }

  function pauseAfter(code: number | undefined) {
    return code === closeCodes.restarting ? afterRestartMs(random) : backOffMs(failures, random)
  }

  function expectWithin(limitMs: number, otherwise = () => lose()) {
    clearTimeout(deadline)
    deadline = setTimeout(otherwise, limitMs)
  }

  function report(next: Connection['status']) {
    status = next
    told.onChange({ status, asOf })
  }

  function drop() {
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
    drop()
    clearTimeout(giveUp)
  }
}

function parse(data: unknown): LiveMessage | undefined {
  try {
    return liveMessageSchema.safeParse(JSON.parse(String(data))).data
  } catch {
    return undefined
  }
}
