import type { Duplex } from 'node:stream'
import { WebSocket } from 'ws'
import type { Connection, LiveSocket } from './connections.ts'

/**
 * How many bytes may wait to be written to one client. A small frame takes some hundred bytes of memory in addition to its own
 * bytes. With this limit a client that never reads takes less than 1 MiB.
 */
const maxWaitingBytes = 128 * 1024

/**
 * The WebSocket of one client. It writes complete frames directly to the underlying stream, and all frames of one turn of the
 * event loop together. A client that reads too slowly is disconnected. It then reconnects and fetches everything it missed.
 */
export class LiveClient extends WebSocket implements LiveSocket {
  /** Set once the connection is upgraded. */
  stream!: Duplex
  connection: Connection | null = null
  /** Whether anything was received since the last ping. */
  isAlive = true
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

  /** Closes the connection and ignores everything that still arrives. */
  dismiss(code: number): void {
    this.close(code)
    this.pause()
    this.stream.end()
    setTimeout(() => this.terminate(), 1_000).unref()
  }

  /** Writes all frames queued in this turn of the event loop. */
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
