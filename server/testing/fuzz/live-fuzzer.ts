import { connect } from 'node:net'
import { liveMessageSchema, livePath } from '@grouplight/contract/live.ts'
import type { TestUser } from '../test-user.ts'
import { malformedFrames } from './frames.ts'
import type { Random } from './random.ts'

const concurrency = 6
const timeoutMs = 60_000
// The close codes for a fault of the client or for a normal end.
const allowedCodes = [1000, 1002, 1003, 1005, 1007, 1008, 1009]

/**
 * Opens live connections as several users and sends random frames. Most frames are malformed. Checks the server's messages, and how
 * the server closes the connections.
 */
export class LiveFuzzer {
  /** The outcomes that show a fault of the server, each with the beginning of the sent bytes in base64. */
  readonly wrong: string[] = []
  readonly byOutcome: Record<string, number> = {}
  readonly #users: TestUser[]
  readonly #random: Random

  constructor(users: TestUser[], random: Random) {
    this.#users = users
    this.#random = random
  }

  async send(count: number): Promise<void> {
    let begun = 0
    const one = async () => {
      while (begun++ < count) await this.#sendOne()
    }
    await Promise.all(Array.from({ length: concurrency }, one))
  }

  async #sendOne(): Promise<void> {
    const user = this.#random.pick(this.#users)
    const bytes = malformedFrames(this.#random)
    const outcome = classify(await exchange(user, bytes, this.#random.oneIn(2)))
    this.byOutcome[outcome] = (this.byOutcome[outcome] ?? 0) + 1
    if (!/^(closed \d+|left)$/.test(outcome))
      this.wrong.push(`${outcome}: ${bytes.toString('base64').slice(0, 600)}`)
  }
}

/**
 * Opens a live connection and sends the bytes, before or after the hello. Returns everything that was received until the connection
 * was closed, or null if the server has not closed the connection after 60 seconds.
 */
function exchange({ url, cookie }: TestUser, bytes: Buffer, beforeHello: boolean): Promise<Buffer | null> {
  const { hostname, port } = new URL(url)
  const upgrade = [
    `GET ${livePath} HTTP/1.1`,
    `Host: ${hostname}:${port}`,
    `Origin: ${url}`,
    `Cookie: ${cookie}`,
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
  ].join('\r\n')
  return new Promise(resolve => {
    const socket = connect({ port: Number(port), host: hostname })
    const received: Buffer[] = []
    const late = setTimeout(() => {
      resolve(null)
      socket.destroy()
    }, timeoutMs)
    socket.write(`${upgrade}\r\n\r\n`)
    if (beforeHello) socket.write(bytes)
    socket.on('data', chunk => {
      received.push(chunk)
      // The server would not upgrade a connection that the client ends before the response.
      if (beforeHello) socket.end()
      else if (Buffer.concat(received).includes('["hello"')) socket.end(bytes)
    })
    socket.on('error', () => {})
    socket.on('close', () => {
      clearTimeout(late)
      resolve(Buffer.concat(received))
    })
  })
}

/** Returns 'closed' with the close code, 'left' if the server sent no close frame, or a description of the server's fault. */
function classify(received: Buffer | null): string {
  if (received === null) return 'was never closed'
  const end = received.indexOf('\r\n\r\n')
  if (!received.subarray(0, 13).equals(Buffer.from('HTTP/1.1 101 ')))
    return `answered ${received.subarray(0, 100)}`
  for (let at = end + 4; at + 2 <= received.length; ) {
    const [opcode, short] = [(received[at] as number) & 15, received[at + 1] as number]
    const length = short === 126 ? received.readUInt16BE(at + 2) : short
    const start = at + (short === 126 ? 4 : 2)
    const payload = received.subarray(start, start + length)
    if (opcode === 8) {
      const code = length === 0 ? 1005 : payload.readUInt16BE(0)
      return allowedCodes.includes(code) ? `closed ${code}` : `closed by a fault of the server: ${code}`
    }
    if (opcode === 1 && !liveMessageSchema.safeParse(JSON.parse(String(payload))).success)
      return `sent an invalid message: ${payload}`
    at = start + length
  }
  return 'left'
}
