import pLimit from 'p-limit'
import type pg from 'pg'
import { Bus, type BusOptions } from './bus.ts'
import type { HubCommand } from './hub-command.ts'
import type { NodeMessage } from './node-heartbeat.ts'

// PostgreSQL allows less than 8,000 bytes for the payload together with the id of the node.
const largestPayload = 7_900

export type OpenClient = (listen: (client: pg.Client) => void) => Promise<pg.Client>

const notifyStatement = 'select pg_notify($1, $2 || payload) from unnest($3::text[]) as payload'

/** A bus on PostgreSQL's LISTEN and NOTIFY, with its own connection. Every node receives every command. */
export class PostgresBus extends Bus {
  readonly #oneStatement = pLimit(1)
  readonly #openClient: OpenClient
  #client: pg.Client | null = null

  constructor({ openClient, ...options }: BusOptions & { openClient: OpenClient }) {
    super(options)
    this.#openClient = openClient
  }

  protected sendCommands(commands: HubCommand[]): void {
    this.#notify(payloadsOf(commands)).catch(() => this.heartbeat.commandsLost())
  }

  protected sendNodeMessage(message: NodeMessage): Promise<unknown> {
    return this.#notify([message])
  }

  get channel(): string {
    return `grouplight_${this.options.name}`
  }

  #notify(payloads: string[]): Promise<unknown> {
    return this.#oneStatement(() => {
      if (!this.#client) throw new Error('not connected')
      return this.#client.query(notifyStatement, [this.channel, `${this.options.node} `, payloads])
    })
  }

  protected async connect(): Promise<void> {
    this.#drop()
    let client: pg.Client | undefined
    try {
      client = await this.#openClient(opening => {
        opening.on('end', () => {
          if (this.#client !== opening) return
          this.#client = null
          this.heartbeat.connectionLost()
        })
        opening.on('notification', ({ payload = '' }) => this.#receive(payload))
      })
      await client.query(`listen ${this.channel}`)
      this.#client = client
    } catch {
      client?.end().catch(() => {})
    }
  }

  protected async disconnect(): Promise<void> {
    const client = this.#client
    this.#client = null
    await client?.end().catch(() => {})
  }

  /** Closes the connection without waiting for the server, because the connection may be dead. */
  #drop(): void {
    const { connection } = (this.#client ?? {}) as { connection?: { stream: { destroy(): void } } }
    connection?.stream.destroy()
    this.#client = null
  }

  #receive(payload: string): void {
    const space = payload.indexOf(' ')
    const node = payload.slice(0, Math.max(space, 0))
    if (node === this.options.node) return
    const text = payload.slice(space + 1)
    if (text.startsWith('[')) this.receiveCommands(text)
    else this.receiveNodeMessage(node, text)
  }
}

function payloadsOf(commands: HubCommand[]): string[] {
  const payloads: string[][] = []
  let freeBytes = 0
  for (const command of commands.map(command => JSON.stringify(command))) {
    const bytes = Buffer.byteLength(command) + 1
    if (bytes > freeBytes) {
      payloads.push([])
      freeBytes = largestPayload
    }
    payloads.at(-1)?.push(command)
    freeBytes -= bytes
  }
  return payloads.map(part => `[${part.join()}]`)
}
