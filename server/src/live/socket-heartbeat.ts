import { heartbeatMs } from '@grouplight/contract/live.ts'
import { encodeFrame } from './frame.ts'
import type { LiveClient } from './live-client.ts'

const tickMs = 1_000
const ping = Buffer.from([0x89, 0])
// The ping is for the server, which hears the answer; the beat for the page, which cannot see pings.
const pulse = Buffer.concat([ping, encodeFrame(['beat'])])

/**
 * One timer for all open browsers, which takes them in turn: each is asked once in `heartbeatMs`. Who has not answered by the
 * next time is gone, half-open or asleep, and is cut off.
 */
export class Heartbeat {
  readonly #turns = Array.from({ length: heartbeatMs / tickMs }, () => new Set<LiveClient>())
  readonly #timer: NodeJS.Timeout
  #turn = 0
  #added = 0

  constructor() {
    this.#timer = setInterval(() => this.#tick(), tickMs)
    this.#timer.unref()
  }

  add(browser: LiveClient): void {
    this.#turns[this.#added++ % this.#turns.length]?.add(browser)
  }

  remove(browser: LiveClient): void {
    for (const turn of this.#turns) if (turn.delete(browser)) return
  }

  /** Asks no more. Gives those that are still open. */
  stop(): LiveClient[] {
    clearInterval(this.#timer)
    return this.#turns.flatMap(turn => [...turn])
  }

  #tick(): void {
    const turn = this.#turns[this.#turn++ % this.#turns.length] ?? []
    for (const browser of turn) {
      if (!browser.isAnswering) browser.terminate()
      else {
        browser.isAnswering = false
        browser.queue(pulse)
      }
    }
  }
}
