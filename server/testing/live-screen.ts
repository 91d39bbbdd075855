import { type LiveMessage, liveMessageSchema } from '@grouplight/contract/live.ts'
import { WebSocket } from 'ws'
import { readTopics } from '#features/group/read-topics.ts'
import type { Services } from '#services.ts'
import { waitMs } from './time-limits.ts'

/** The servers of the tests that are running. */
export const runningNodes = new Set<Pick<Services, 'bus' | 'hub' | 'database'>>()

/** Resolves when all nodes have written to their screens what was committed before. */
export async function untilTold(): Promise<void> {
  for (const { bus, hub, database } of runningNodes) {
    await bus?.arrived().catch(() => {})
    await hub.correctStale(userIds => readTopics(database, userIds)).catch(() => {})
  }
}

/** The live connection of an open screen. It keeps all received messages except heartbeats. `closed` resolves to the close code. */
export class LiveScreen {
  readonly received: LiveMessage[] = []
  readonly closed: Promise<number>
  readonly socket: WebSocket
  onMessage: (message: LiveMessage) => void = () => {}
  readonly #waiting = new Set<() => void>()
  readonly #pings: (() => void)[] = []

  constructor(url: string, headers: Record<string, string>) {
    this.socket = new WebSocket(url, { headers })
    this.closed = new Promise(resolve => this.socket.once('close', resolve))
    this.socket.on('error', () => {})
    this.socket.on('message', data => {
      const message = liveMessageSchema.parse(JSON.parse(String(data)))
      if (message[0] === 'beat') this.#pings.shift()?.()
      else {
        this.received.push(message)
        this.onMessage(message)
      }
      for (const wake of this.#waiting) wake()
    })
  }

  /** Returns the first matching message since the last `clear`, or waits for one. Throws after 10 seconds. */
  async next(matches: (message: LiveMessage) => boolean): Promise<LiveMessage> {
    const found = this.received.find(matches)
    if (found) return found
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(wake)
        reject(new Error(`No matching message arrived. Received: ${JSON.stringify(this.received)}`))
      }, waitMs)
      const wake = () => {
        const found = this.received.find(matches)
        if (!found) return
        clearTimeout(timer)
        this.#waiting.delete(wake)
        resolve(found)
      }
      this.#waiting.add(wake)
    })
  }

  /** Waits for the messages that the server sent before this call, and returns all messages since the last `clear`. */
  async settled(): Promise<LiveMessage[]> {
    await untilTold()
    await new Promise<void>(resolve => {
      this.#pings.push(resolve)
      this.socket.send('ping')
    })
    return this.received
  }

  clear(): void {
    this.received.length = 0
  }

  close(): void {
    this.socket.terminate()
  }
}

/** Requests a live connection and returns the HTTP status of the response. Closes the connection if it is opened. */
export function upgradeStatus(url: string, headers: Record<string, string>): Promise<number | undefined> {
  return new Promise(resolve => {
    const socket = new WebSocket(url, { headers })
    socket.on('upgrade', ({ statusCode }) => resolve(statusCode))
    socket.on('unexpected-response', (_request, { statusCode }) => {
      resolve(statusCode)
      socket.terminate()
    })
    socket.on('open', () => socket.terminate())
    socket.on('error', () => {})
  })
}
