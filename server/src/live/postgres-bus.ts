import pLimit from 'p-limit'
import pg from 'pg'
import type { Logger } from 'pino'
import type { Act } from './act.ts'
import type { Bus } from './bus.ts'
import { Pulse } from './pulse.ts'

/** The channel of NOTIFY. Each payload is the name of a node, a space, and its acts as JSON, or a word of the pulse. */
export const channel = 'grouplight'

// PostgreSQL takes less than 8,000 bytes, the node's name included.
const largestPayload = 7_900

const notifyStatement = 'select pg_notify($1, $2 || payload) from unnest($3::text[]) as payload'

export type BusOptions = { node: string; url: string; log: Logger; onAct(act: Act): void }

/** LISTEN and NOTIFY, on a connection of its own: every node hears everything. */
export class PostgresBus implements Bus {
  readonly notifiesAs: string
  readonly #options: BusOptions
  readonly #pulse: Pulse
  readonly #oneByOne = pLimit(1)
  #client: pg.Client | null = null
  #isConnecting = false
  #isClosed = false

  constructor(options: BusOptions) {
    this.#options = options
    this.notifiesAs = options.node
    this.#pulse = new Pulse({
      say: word => this.#notify([word]),
      revive: () => void this.#connect(),
      log: options.log,
    })
  }

  /** Resolves once it was tried for the first time; from then on it is tried again and again. */
  async open(): Promise<void> {
    await this.#connect()
    await this.#pulse.start()
  }

  get isAway(): boolean {
    return this.#pulse.isAway
  }

  get gaps(): number {
    return this.#pulse.gaps
  }

  send(acts: Act[]): void {
    if (!this.isAway) this.#notify(payloadsOf(acts)).catch(() => {})
  }

  attend(): void {}

  quit(): void {}

  async settled(): Promise<void> {}

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#pulse.stop()
    const client = this.#client
    this.#client = null
    await client?.end().catch(() => {})
  }

  #notify(payloads: string[]): Promise<unknown> {
    return this.#oneByOne(() => {
      if (!this.#client) throw new Error('not connected')
      return this.#client.query(notifyStatement, [channel, `${this.#options.node} `, payloads])
    })
  }

  async #connect(): Promise<void> {
    if (this.#isConnecting || this.#isClosed) return
    this.#isConnecting = true
    this.#drop()
    const client = new pg.Client({
      connectionString: this.#options.url,
      connectionTimeoutMillis: 2_000,
      keepAlive: true,
      application_name: 'grouplight bus',
    })
    client.on('error', () => {})
    client.on('end', () => {
      if (this.#client !== client) return
      this.#client = null
      this.#pulse.broke()
    })
    client.on('notification', ({ payload = '' }) => this.#hear(payload))
    try {
      await client.connect()
      await client.query(`listen ${channel}`)
      this.#client = client
    } catch {
      client.end().catch(() => {})
    }
    this.#isConnecting = false
  }

  /** A connection on which nothing comes any more is not waited for. */
  #drop(): void {
    const { connection } = (this.#client ?? {}) as { connection?: { stream: { destroy(): void } } }
    connection?.stream.destroy()
    this.#client = null
  }

  #hear(payload: string): void {
    const space = payload.indexOf(' ')
    const node = payload.slice(0, space)
    if (node === this.#options.node) return
    const said = payload.slice(space + 1)
    if (!said.startsWith('[')) this.#pulse.heard(node, said)
    else for (const act of JSON.parse(said) as Act[]) this.#options.onAct(act)
  }
}

/** As few payloads as the acts fit into. */
function payloadsOf(acts: Act[]): string[] {
  const payloads: string[][] = []
  let room = 0
  for (const act of acts.map(act => JSON.stringify(act))) {
    const bytes = Buffer.byteLength(act) + 1
    if (bytes > room) {
      payloads.push([])
      room = largestPayload
    }
    payloads.at(-1)?.push(act)
    room -= bytes
  }
  return payloads.map(part => `[${part.join()}]`)
}
