import type { Duplex } from 'node:stream'
import { WebSocket } from 'ws'
import type { Connection, LiveSocket } from './hub.ts'

/**
 * What may wait for a reader. Frames are small and each costs some hundred bytes beside its own, so that even a reader that
 * never reads costs less than a mebibyte.
 */
const maxWaitingBytes = 128 * 1024

/**
 * One client at the other end. Frames go straight to the stream under the WebSocket, which has nothing to add to them: those
 * of one turn of the loop as one write. A reader that falls too far behind is dropped: it comes back and fetches what it missed.
 */
export class LiveClient extends WebSocket implements LiveSocket {
  /** Set once the connection is upgraded. */
  stream!: Duplex
  connection: Connection | null = null
  /** Whether it has been heard of since it was last asked. */
  isAnswering = true
  #waiting: Buffer | null = null

  queue(frame: Buffer): void {
    if (this.#waiting !== null) this.#waiting = Buffer.concat([this.#waiting, frame])
    else {
      this.#waiting = frame
      writeSoon(this)
    }
  }

  override close(code?: number): void {
    this.write()
    super.close(code)
  }

  /** Closes it without listening any longer: what it still says is not worth reading. */
  dismiss(code: number): void {
    this.close(code)
    this.pause()
    this.stream.end()
    setTimeout(() => this.terminate(), 1_000).unref()
  }

  /** Writes what was queued in this turn. */
  write(): void {
    const frames = this.#waiting
    this.#waiting = null
    if (frames === null || this.readyState !== WebSocket.OPEN) return
    if (this.stream.writableLength > maxWaitingBytes) this.terminate()
    else this.stream.write(frames)
  }
}

let queued: LiveClient[] = []

function writeSoon(client: LiveClient): void {
  if (queued.length === 0) queueMicrotask(writeAll)
  queued.push(client)
}

function writeAll(): void {
  const clients = queued
  queued = []
  for (const client of clients) client.write()
}
