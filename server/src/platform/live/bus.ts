import type { Logger } from 'pino'
import type { Counts } from '#platform/counts.ts'
import { type HubCommand, hubCommandSchema } from './hub-command.ts'
import { isNodeMessage, NodeHeartbeat, type NodeMessage } from './node-heartbeat.ts'

/** `name` is a secret part of the NATS subjects or of the name of the PostgreSQL channel. */
export type BusOptions = {
  node: string
  name: string
  log: Logger
  counts: Counts
  onCommand(command: HubCommand): void
}

// A text from the bus with more characters counts as malformed. PostgreSQL carries only texts of less than 8,000 bytes.
const largestText = 8_000
const warningPauseMs = 60_000

/** Carries hub commands between the nodes of a site. Commands can be lost: see `catch-up.ts`. */
export abstract class Bus {
  protected readonly options: BusOptions
  protected readonly heartbeat: NodeHeartbeat
  #isConnecting = false
  #isClosed = false
  #warnedAt = Number.NEGATIVE_INFINITY

  constructor(options: BusOptions) {
    this.options = options
    this.heartbeat = new NodeHeartbeat({
      send: message => this.sendNodeMessage(message),
      reconnect: () => void this.#reconnect(),
      log: options.log,
    })
  }

  /** Resolves after the first attempt to connect. If this attempt fails, the heartbeat makes further attempts. */
  async open(): Promise<void> {
    await this.#reconnect()
    await this.heartbeat.start()
  }

  /** `subject` is a result of `subjectOf`. */
  subscribe(_subject: string): void {}

  /** Commands with this subject may still arrive afterwards. */
  unsubscribe(_subject: string): void {}

  /** Resolves when all subscriptions are active, or when the bus is unreachable. */
  async subscribed(): Promise<void> {}

  get isUnreachable(): boolean {
    return this.heartbeat.isUnreachable
  }

  /**
   * Counts how often commands of other nodes may have been lost: when the bus is unreachable for this node, another node sends
   * 'back', or another node becomes silent without 'bye' (see `NodeMessage`).
   */
  get gaps(): number {
    return this.heartbeat.gaps
  }

  /** Drops the commands while the bus is unreachable or this node is alone. */
  send(commands: HubCommand[]): void {
    if (this.heartbeat.maySend()) this.sendCommands(commands)
  }

  /** If the bus responds, first sends all earlier commands and 'bye'. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.heartbeat.stop()
    await this.disconnect()
  }

  protected abstract sendCommands(commands: HubCommand[]): void
  protected abstract sendNodeMessage(message: NodeMessage): Promise<unknown>
  /** Replaces the connection. Never rejects. If the bus is unreachable, no connection is left. */
  protected abstract connect(): Promise<void>
  protected abstract disconnect(): Promise<void>

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

  #dropMalformed(): void {
    this.options.counts.busEventsRefused++
    const now = performance.now()
    if (now - this.#warnedAt < warningPauseMs) return
    this.#warnedAt = now
    const refused = this.options.counts.busEventsRefused
    this.options.log.warn({ refused }, 'malformed messages from the bus were dropped')
  }

  async #reconnect(): Promise<void> {
    if (this.#isConnecting || this.#isClosed) return
    this.#isConnecting = true
    await this.connect()
    this.#isConnecting = false
  }
}

/** Returns one invalid item for a malformed text, so that the text is counted as malformed. */
function parsedList(text: string): unknown[] {
  if (text.length > largestText) return [null]
  try {
    const parsed: unknown = JSON.parse(text)
    return Array.isArray(parsed) ? parsed : [null]
  } catch {
    return [null]
  }
}
