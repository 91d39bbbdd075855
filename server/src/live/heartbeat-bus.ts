import type { Logger } from 'pino'
import type { Counts } from '#metrics/counts.ts'
import { type HubCommand, hubCommandSchema } from './hub-command.ts'
import { isNodeMessage, NodeHeartbeat, type NodeMessage } from './node-heartbeat.ts'

/** `name` is made from the site's secret: only its nodes can send and receive under it. */
export type BusOptions = {
  node: string
  url: string
  name: string
  /** What its connection is called where that can be seen. */
  connectionName: string
  log: Logger
  counts: Counts
  onCommand(command: HubCommand): void
}

// In characters: as much as PostgreSQL takes in one notification, and more than any of ours.
const largestText = 8_000
const olderNodeGoneAfterMs = 10_000
const warningPauseMs = 60_000

/** What every bus is: a connection with a heartbeat on it, replaced when it breaks or falls silent, until the bus is closed. */
export abstract class HeartbeatBus {
  protected readonly options: BusOptions
  protected readonly heartbeat: NodeHeartbeat
  #isConnecting = false
  #isClosed = false
  #olderNodeUntil = 0
  #warnedAt = Number.NEGATIVE_INFINITY

  constructor(options: BusOptions) {
    this.options = options
    this.heartbeat = new NodeHeartbeat({
      send: message => this.sendNodeMessage(message),
      reconnect: () => void this.#reconnect(),
      log: options.log,
    })
  }

  /** Resolves after the first try to connect. Further ones follow for as long as they fail. */
  async open(): Promise<void> {
    await this.#reconnect()
    await this.heartbeat.start()
  }

  get isAway(): boolean {
    return this.heartbeat.isAway
  }

  get hasOlderNode(): boolean {
    return performance.now() < this.#olderNodeUntil
  }

  get gaps(): number {
    return this.heartbeat.gaps
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.heartbeat.stop()
    await this.disconnect()
  }

  /** Sends to all nodes. Resolves once the bus has it. */
  protected abstract sendNodeMessage(message: NodeMessage): Promise<unknown>
  /** Replaces the connection. Never rejects; where nobody answers there is none. */
  protected abstract connect(): Promise<void>
  protected abstract disconnect(): Promise<void>

  /** Takes a JSON list of commands. Malformed ones are counted and dropped, and the others are applied. */
  protected receiveCommands(text: string): void {
    for (const item of parsedList(text)) {
      const { data } = hubCommandSchema.safeParse(item)
      if (data) this.options.onCommand(data)
      else this.#dropMalformed()
    }
  }

  protected receiveNodeMessage(node: string, message: string): void {
    if (isNodeMessage(message) && /^[\w-]{1,32}$/.test(node)) this.heartbeat.received(node, message)
    else this.#dropMalformed()
  }

  /** For nodes of the release before. They send under a name that everybody knows, so only that they live is believed. */
  protected receivedFromOlderNode(): void {
    if (!this.hasOlderNode)
      this.options.log.info(
        'an older node serves beside this one: screens follow by comparing with the database',
      )
    this.#olderNodeUntil = performance.now() + olderNodeGoneAfterMs
  }

  #dropMalformed(): void {
    this.options.counts.busEventsRefused++
    const now = performance.now()
    if (now - this.#warnedAt < warningPauseMs) return
    this.#warnedAt = now
    const refused = this.options.counts.busEventsRefused
    this.options.log.warn({ refused }, 'something malformed came on the bus and was dropped')
  }

  async #reconnect(): Promise<void> {
    if (this.#isConnecting || this.#isClosed) return
    this.#isConnecting = true
    await this.connect()
    this.#isConnecting = false
  }
}

/** The list's items, or one that is no command. */
function parsedList(text: string): unknown[] {
  if (text.length > largestText) return [null]
  try {
    const parsed: unknown = JSON.parse(text)
    return Array.isArray(parsed) ? parsed : [null]
  } catch {
    return [null]
  }
}
