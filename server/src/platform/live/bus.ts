import pLimit from 'p-limit'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { Counts } from '#platform/counts.ts'
import { preparedIn, type Transaction } from '#platform/database/database.ts'
import { every, type Schedule } from '#platform/jobs/every.ts'
import { hashToken } from '#platform/tokens.ts'
import { type HubCommand, hubCommandSchema } from './hub-command.ts'

export type BusOptions = {
  secret: string
  log: Logger
  counts: Counts
  /** Opens a connection. `listen` is called before the connection opens. */
  openClient(listen: (client: pg.Client) => void): Promise<pg.Client>
}

const probeMs = 1_000
const silenceMs = 2_000
const warningPauseMs = 60_000
// PostgreSQL allows less than 8,000 bytes for a payload.
const largestPayload = 7_900

const notifyStatement = {
  name: 'notify',
  text: 'select pg_notify($1, payload) from unnest($2::text[]) as payload',
}

/**
 * Carries hub commands between the nodes of a site by PostgreSQL's NOTIFY. A transaction announces its commands, so they are carried
 * exactly if it commits, and every node gets them in the order of the commits. A node misses commands only while its own connection
 * is lost.
 */
export class Bus {
  readonly channel: string
  /** Counts how often this node may have missed commands. */
  gaps = 0
  readonly #options: BusOptions
  readonly #oneQuery = pLimit(1)
  #client: pg.Client | null = null
  #schedule: Schedule | undefined
  #onCommand: (command: HubCommand) => void = () => {}
  #warnedAt = Number.NEGATIVE_INFINITY

  constructor(options: BusOptions) {
    this.#options = options
    // Other programs that use the same database cannot guess these 128 bits.
    this.channel = `grouplight_${hashToken(options.secret, 'bus').toString('hex').slice(0, 32)}`
  }

  get isConnected(): boolean {
    return this.#client !== null
  }

  /** Resolves after the first attempt to connect. If the connection fails or ends, connects again. */
  async open(onCommand: (command: HubCommand) => void): Promise<void> {
    this.#onCommand = onCommand
    await this.#check().catch(() => {})
    this.#schedule = every(probeMs, () => this.#check(), { onError: () => {} })
  }

  async close(): Promise<void> {
    await this.#schedule?.stop()
    const client = this.#client
    this.#client = null
    await client?.end().catch(() => {})
  }

  /** Must be the last statement of the transaction, because from here on its commit waits for all others that announce. */
  async announce(transaction: Transaction, commands: HubCommand[]): Promise<void> {
    await preparedIn(transaction, notifyStatement, [this.channel, payloadsOf(commands)])
  }

  /** Resolves when all commands that were committed before have arrived. Rejects if the connection is lost. */
  async arrived(): Promise<void> {
    const client = this.#client
    await this.#oneQuery(() => client?.query({ text: 'select', query_timeout: silenceMs } as pg.QueryConfig))
  }

  async #check(): Promise<void> {
    const client = this.#client
    if (client) await this.arrived().catch(() => this.#lose(client))
    if (!this.#client) await this.#connect()
  }

  async #connect(): Promise<void> {
    const client = await this.#options.openClient(opening => {
      opening.on('end', () => this.#lose(opening))
      opening.on('notification', ({ payload = '' }) => this.#receive(payload))
    })
    try {
      await client.query(`listen ${this.channel}`)
    } catch (error) {
      client.end().catch(() => {})
      throw error
    }
    this.#client = client
    this.gaps++
    if (this.gaps > 1) this.#options.log.info('the connection to the bus is back')
  }

  /** Closes the connection without waiting for the server, because the connection may be dead. */
  #lose(client: pg.Client): void {
    if (this.#client !== client) return
    this.#client = null
    const { connection } = client as unknown as { connection: { stream: { destroy(): void } } }
    connection.stream.destroy()
    this.#options.log.warn(
      'the connection to the bus is lost: until it is back, screens fetch every few seconds',
    )
    this.#schedule?.runNow()
  }

  #receive(text: string): void {
    for (const item of parsedList(text)) {
      const { data } = hubCommandSchema.safeParse(item)
      if (data) this.#onCommand(data)
      else this.#dropMalformed()
    }
  }

  #dropMalformed(): void {
    const { counts, log } = this.#options
    counts.busEventsRefused++
    const now = performance.now()
    if (now - this.#warnedAt < warningPauseMs) return
    this.#warnedAt = now
    log.warn({ refused: counts.busEventsRefused }, 'malformed messages from the bus were dropped')
  }
}

/** Returns one invalid item for a malformed text, so that the text is counted as malformed. */
function parsedList(text: string): unknown[] {
  try {
    const parsed: unknown = JSON.parse(text)
    return Array.isArray(parsed) ? parsed : [null]
  } catch {
    return [null]
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
