import { connect } from 'node:net'
import { liveMessageSchema, livePath } from '@grouplight/contract/live.ts'
import type { Person } from '../person.ts'
import type { Chance } from './chance.ts'
import { spoiledFrames } from './frames.ts'

const atOnce = 6
const patienceMs = 60_000
// Of a WebSocket's own codes those that blame the other side, or nobody.
const fair = [1000, 1002, 1003, 1005, 1007, 1008, 1009]

/** Opens live connections as one of several people, says what no browser says, and looks at what comes back. */
export class LiveFuzzer {
  /** What should never have come back: with the bytes that brought it about. */
  readonly wrong: string[] = []
  readonly byOutcome: Record<string, number> = {}
  readonly #people: Person[]
  readonly #chance: Chance

  constructor(people: Person[], chance: Chance) {
    this.#people = people
    this.#chance = chance
  }

  /** So many connections, a few at a time. */
  async send(count: number): Promise<void> {
    let begun = 0
    const one = async () => {
      while (begun++ < count) await this.#sendOne()
    }
    await Promise.all(Array.from({ length: atOnce }, one))
  }

  async #sendOne(): Promise<void> {
    const person = this.#chance.of(this.#people)
    const bytes = spoiledFrames(this.#chance)
    const outcome = judge(await say(person, bytes, this.#chance.oneIn(2)))
    this.byOutcome[outcome] = (this.byOutcome[outcome] ?? 0) + 1
    if (!/^(closed \d+|left)$/.test(outcome))
      this.wrong.push(`${outcome}: ${bytes.toString('base64').slice(0, 600)}`)
  }
}

/** All that a connection was told until it was closed: our own end comes last. Null: it was not closed in time. */
function say({ url, cookie }: Person, bytes: Buffer, beforeHello: boolean): Promise<Buffer | null> {
  const { hostname, port } = new URL(url)
  const asking = [
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
    const heard: Buffer[] = []
    const late = setTimeout(() => {
      resolve(null)
      socket.destroy()
    }, patienceMs)
    socket.write(`${asking}\r\n\r\n`)
    if (beforeHello) socket.write(bytes)
    socket.on('data', chunk => {
      heard.push(chunk)
      // Whoever ends before they are answered is not let in at all.
      if (beforeHello) socket.end()
      else if (Buffer.concat(heard).includes('["hello"')) socket.end(bytes)
    })
    socket.on('error', () => {})
    socket.on('close', () => {
      clearTimeout(late)
      resolve(Buffer.concat(heard))
    })
  })
}

/** How it ended: "closed" with a code, "left" without a word, or what is wrong. */
function judge(heard: Buffer | null): string {
  if (heard === null) return 'was never closed'
  const end = heard.indexOf('\r\n\r\n')
  if (!heard.subarray(0, 13).equals(Buffer.from('HTTP/1.1 101 '))) return `answered ${heard.subarray(0, 100)}`
  for (let at = end + 4; at + 2 <= heard.length; ) {
    const [opcode, short] = [(heard[at] as number) & 15, heard[at + 1] as number]
    const length = short === 126 ? heard.readUInt16BE(at + 2) : short
    const start = at + (short === 126 ? 4 : 2)
    const payload = heard.subarray(start, start + length)
    if (opcode === 8) {
      const code = length === 0 ? 1005 : payload.readUInt16BE(0)
      return fair.includes(code) ? `closed ${code}` : `blamed itself: ${code}`
    }
    if (opcode === 1 && !liveMessageSchema.safeParse(JSON.parse(String(payload))).success)
      return `said ${payload}`
    at = start + length
  }
  return 'left'
}
