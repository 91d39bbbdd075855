import { randomBytes } from 'node:crypto'
import { connect, type Socket } from 'node:net'

const buffer = Buffer.alloc(64 * 1024)

/**
 * A minimal WebSocket client (RFC 6455). Thousands of clients run on the same machine as the server, so they must use little CPU.
 * Calls `receive` with the payload of each text frame. The payload is valid only during the call.
 */
export class LiveClient {
  readonly opened: Promise<void>
  readonly closed: Promise<void>
  readonly #socket: Socket
  #incomplete: Buffer | undefined
  #isOpen = false
  #opening: { resolve(): void; reject(error: Error): void } | undefined

  constructor(address: string, token: string, receive: (frame: Buffer) => void) {
    const { hostname, port, pathname } = new URL(address)
    // All clients can share one buffer, because each chunk is handled before the next one is read.
    const socket = connect({
      host: hostname,
      port: Number(port),
      noDelay: true,
      onread: {
        buffer,
        callback: (size, data) => {
          this.#receive(data.subarray(0, size) as Buffer, receive)
          return true
        },
      },
    })
    this.#socket = socket
    const head = [
      `GET ${pathname} HTTP/1.1`,
      `Host: ${hostname}:${port}`,
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}`,
      `Authorization: Bearer ${token}`,
    ]
    socket.write(`${head.join('\r\n')}\r\n\r\n`)
    this.opened = new Promise((resolve, reject) => {
      this.#opening = { resolve, reject }
      socket.on('error', reject)
    })
    this.closed = new Promise(resolve => socket.on('close', () => resolve()))
  }

  pause(): void {
    this.#socket.pause()
  }

  send(text: string): void {
    this.#socket.write(masked(0x1, Buffer.from(text)))
  }

  /** Closes the connection without a close frame. */
  cut(): void {
    this.#socket.destroy()
  }

  #receive(data: Buffer, receive: (frame: Buffer) => void): void {
    if (this.#isOpen) {
      this.#read(data, receive)
      return
    }
    const text = data.toString('latin1')
    const end = text.indexOf('\r\n\r\n')
    if (end < 0) return
    if (!text.startsWith('HTTP/1.1 101')) {
      this.#opening?.reject(new Error(text.slice(0, text.indexOf('\r\n'))))
      return
    }
    this.#isOpen = true
    this.#opening?.resolve()
    if (data.length > end + 4) this.#read(data.subarray(end + 4), receive)
  }

  #read(data: Buffer, receive: (frame: Buffer) => void): void {
    let bytes = this.#incomplete ? Buffer.concat([this.#incomplete, data]) : data
    this.#incomplete = undefined
    while (bytes.length > 0) {
      const length = bytes.length < 2 ? 0 : bytes.readUInt8(1)
      const header = length === 126 ? 4 : 2
      const size = header === 2 || bytes.length < 4 ? length : bytes.readUInt16BE(2)
      if (bytes.length < header || bytes.length < header + size) {
        this.#incomplete = Buffer.from(bytes)
        return
      }
      const opcode = bytes.readUInt8(0) & 0x0f
      const payload = bytes.subarray(header, header + size)
      if (opcode === 0x1) receive(payload)
      else if (opcode === 0x9) this.#socket.write(masked(0xa, payload))
      else if (opcode === 0x8) this.#socket.destroy()
      bytes = bytes.subarray(header + size)
    }
  }
}

// WebSocket clients must mask their frames. A mask of zeros leaves the payload unchanged.
function masked(opcode: number, payload: Buffer): Buffer {
  return Buffer.concat([Buffer.from([0x80 | opcode, 0x80 | payload.length, 0, 0, 0, 0]), payload])
}
