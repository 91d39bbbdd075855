import type { Duplex } from 'node:stream'
import { WebSocket } from 'ws'
import type { Connection, LiveSocket } from './connections.ts'

/** If more bytes wait for a client, the client is disconnected, because the bytes use memory of the server. */
const maxWaitingBytes = 128 * 1024

/** Writes complete frames directly to the stream. Frames that are queued by the same synchronous code are written together. */
export class LiveClient extends WebSocket implements LiveSocket {
  /** Set when the connection has been upgraded. */
  stream!: Duplex
  connection: Connection | null = null
  /** False if the client has sent nothing since the server's last ping. */
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

  /** Closes the connection of a client that sends too much, and reads nothing more from it. */
  dismiss(code: number): void {
    this.close(code)
    this.pause()
    this.stream.end()
    setTimeout(() => this.terminate(), 1_000).unref()
  }

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
