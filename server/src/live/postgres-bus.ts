import pLimit from 'p-limit'
import pg from 'pg'
import type { Bus, NotifiesAs } from './bus.ts'
import { HeartbeatBus } from './heartbeat-bus.ts'
import type { HubCommand } from './hub-command.ts'
import type { Word } from './node-heartbeat.ts'

// The channel of the release before, which every role of the database knows.
const olderChannel = 'grouplight'

// PostgreSQL takes less than 8,000 bytes, the node's name included.
const largestPayload = 7_900

const notifyStatement = 'select pg_notify($1, $2 || payload) from unnest($3::text[]) as payload'

/**
 * LISTEN and NOTIFY, on a connection of its own: every node hears everything. Each payload is the name of a node, a space, and
 * its events as JSON, or a word of the pulse.
 */
export class PostgresBus extends HeartbeatBus implements Bus {
  readonly #oneByOne = pLimit(1)
  #client: pg.Client | null = null

  get notifiesAs(): NotifiesAs {
    return { channel: this.#channel, node: this.options.node }
  }

  send(acts: HubCommand[]): void {
    if (!this.isAway) this.#notify(payloadsOf(acts)).catch(() => {})
  }

  attend(): void {}

  quit(): void {}

  async settled(): Promise<void> {}

  protected say(word: Word): Promise<unknown> {
    return this.#notify([word])
  }

  get #channel(): string {
    return `${olderChannel}_${this.options.name}`
  }

  #notify(payloads: string[]): Promise<unknown> {
    return this.#oneByOne(() => {
      if (!this.#client) throw new Error('not connected')
      return this.#client.query(notifyStatement, [this.#channel, `${this.options.node} `, payloads])
    })
  }

  protected async connect(): Promise<void> {
    this.#drop()
    const client = new pg.Client({
      connectionString: this.options.url,
      connectionTimeoutMillis: 2_000,
      keepAlive: true,
      application_name: this.options.connectionName,
    })
    client.on('error', () => {})
    client.on('end', () => {
      if (this.#client !== client) return
      this.#client = null
      this.pulse.broke()
    })
    client.on('notification', ({ channel, payload = '' }) => {
      if (channel === olderChannel) this.hearOlder()
      else this.#hear(payload)
    })
    try {
      await client.connect()
      await client.query(`listen ${this.#channel}; listen ${olderChannel}`)
      this.#client = client
    } catch {
      client.end().catch(() => {})
    }
  }

  protected async disconnect(): Promise<void> {
    const client = this.#client
    this.#client = null
    await client?.end().catch(() => {})
  }

  /** A connection on which nothing comes any more is not waited for. */
  #drop(): void {
    const { connection } = (this.#client ?? {}) as { connection?: { stream: { destroy(): void } } }
    connection?.stream.destroy()
    this.#client = null
  }

  #hear(payload: string): void {
    const space = payload.indexOf(' ')
    const node = payload.slice(0, Math.max(space, 0))
    if (node === this.options.node) return
    const said = payload.slice(space + 1)
    if (said.startsWith('[')) this.receiveEvents(said)
    else this.receiveWord(node, said)
  }
}

/** As few payloads as the acts fit into. */
function payloadsOf(acts: HubCommand[]): string[] {
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
