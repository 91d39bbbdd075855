import type { Logger } from 'pino'
import type { Counts } from '#metrics/counts.ts'
import { type HubCommand, hubCommandSchema } from './hub-command.ts'
import { isNodeMessage, NodeHeartbeat, type NodeMessage } from './node-heartbeat.ts'

/** `name` is derived from the site's secret, so only the site's nodes can send and receive under it. */
export type BusOptions = {
  node: string
  url: string
  name: string
  /** The name of the connection in PostgreSQL's list of connections. */
  connectionName: string
  log: Logger
  counts: Counts
  onCommand(command: HubCommand): void
}

// In characters. PostgreSQL allows no more in one notification, and all our texts are shorter.
const largestText = 8_000
const olderNodeGoneAfterMs = 10_000
const warningPauseMs = 60_000

/**
 * The base of every bus: a connection with a heartbeat. The connection is replaced when it breaks or no longer responds, until
 * the bus is closed.
 */
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

  /** Resolves after the first attempt to connect. If it fails, the heartbeat keeps trying. */
  async open(): Promise<void> {
    await this.#reconnect()
    await this.heartbeat.start()
  }

  get isUnreachable(): boolean {
    return this.heartbeat.isUnreachable
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

  /** Sends to all nodes. Resolves once the bus has accepted the message. */
  protected abstract sendNodeMessage(message: NodeMessage): Promise<unknown>
  /** Replaces the connection. Never rejects. If the bus is unreachable, there is no connection afterwards. */
  protected abstract connect(): Promise<void>
  protected abstract disconnect(): Promise<void>

  /** Takes a JSON list of commands. Counts and drops malformed ones, and applies the others. */
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

  /**
   * Called for messages from nodes of the previous release. Their channel is not secret, so the content is ignored: the message
   * only shows that such a node is running.
   */
  protected receivedFromOlderNode(): void {
    if (!this.hasOlderNode)
      this.options.log.info(
        'a node of the previous release is running, too: both compare with the database to find changes',
      )
    this.#olderNodeUntil = performance.now() + olderNodeGoneAfterMs
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

/** Returns the items of a JSON list. A malformed text yields one invalid item, so that it is counted. */
function parsedList(text: string): unknown[] {
  if (text.length > largestText) return [null]
  try {
    const parsed: unknown = JSON.parse(text)
    return Array.isArray(parsed) ? parsed : [null]
  } catch {
    return [null]
  }
}
