import { heartbeatMs } from '@grouplight/contract/live.ts'
import { encodeFrame } from './frame.ts'
import type { LiveClient } from './live-client.ts'

const tickMs = 1_000
const ping = Buffer.from([0x89, 0])
// Scripts in a web page do not receive pings. The message 'beat' shows these scripts that the connection works.
const heartbeat = Buffer.concat([ping, encodeFrame(['beat'])])

/** Sends every client a ping and a 'beat' once per `heartbeatMs`. Disconnects a client that has sent nothing since the previous ping. */
export class SocketHeartbeat {
  readonly #slots = Array.from({ length: heartbeatMs / tickMs }, () => new Set<LiveClient>())
  readonly #timer: NodeJS.Timeout
  #slot = 0
  #added = 0

  constructor() {
    this.#timer = setInterval(() => this.#tick(), tickMs)
    this.#timer.unref()
  }

  add(client: LiveClient): void {
    this.#slots[this.#added++ % this.#slots.length]?.add(client)
  }

  remove(client: LiveClient): void {
    for (const slot of this.#slots) if (slot.delete(client)) return
  }

  stop(): LiveClient[] {
    clearInterval(this.#timer)
    return this.#slots.flatMap(slot => [...slot])
  }

  #tick(): void {
    const slot = this.#slots[this.#slot++ % this.#slots.length] ?? []
    for (const client of slot) {
      if (!client.isAlive) client.terminate()
      else {
        client.isAlive = false
        client.queue(heartbeat)
      }
    }
  }
}
