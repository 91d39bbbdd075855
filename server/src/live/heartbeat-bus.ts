import type { Logger } from 'pino'
import type { Counts } from '#metrics/counts.ts'
import { type HubCommand, hubCommandSchema } from './hub-command.ts'
import { isWord, NodeHeartbeat, type Word } from './node-heartbeat.ts'

/** `name` is made from the site's secret: who does not know it can neither listen nor speak. */
export type BusOptions = {
  node: string
  url: string
  name: string
  /** What its connection is called where that can be seen. */
  connectionName: string
  log: Logger
  counts: Counts
  onCommand(act: HubCommand): void
}

// As much as PostgreSQL takes in one notification: nothing that we say is longer.
const largestText = 8_000
const olderFallsSilentMs = 10_000
const complaintMs = 60_000

/** What every bus is: a connection with a pulse on it, made anew when it breaks or falls silent, until the bus is closed. */
export abstract class HeartbeatBus {
  protected readonly options: BusOptions
  protected readonly pulse: NodeHeartbeat
  #isConnecting = false
  #isClosed = false
  #olderUntil = 0
  #complainedAt = Number.NEGATIVE_INFINITY

  constructor(options: BusOptions) {
    this.options = options
    this.pulse = new NodeHeartbeat({
      say: word => this.say(word),
      revive: () => void this.#reconnect(),
      log: options.log,
    })
  }

  /** Resolves once it was tried for the first time; from then on it is tried again and again. */
  async open(): Promise<void> {
    await this.#reconnect()
    await this.pulse.start()
  }

  get isAway(): boolean {
    return this.pulse.isAway
  }

  get isBesideOlder(): boolean {
    return performance.now() < this.#olderUntil
  }

  get gaps(): number {
    return this.pulse.gaps
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.pulse.stop()
    await this.disconnect()
  }

  /** Says a word to all nodes. Resolves once the bus has it. */
  protected abstract say(word: Word): Promise<unknown>
  /** Replaces the connection, whatever became of it. Resolves in any case; where nobody answers there is none. */
  protected abstract connect(): Promise<void>
  protected abstract disconnect(): Promise<void>

  /** Takes in events as they came, a list as JSON. What is malformed is counted and dropped, and the rest is heard. */
  protected receiveEvents(text: string): void {
    for (const event of parsedList(text)) {
      const { data } = hubCommandSchema.safeParse(event)
      if (data) this.options.onCommand(data)
      else this.#refuse()
    }
  }

  /** Takes in what a node says of itself. */
  protected receiveWord(node: string, word: string): void {
    if (isWord(word) && /^[\w-]{1,32}$/.test(node)) this.pulse.heard(node, word)
    else this.#refuse()
  }

  /** A node of the release before speaks under another name, which everybody knows: that it lives is all that is believed. */
  protected hearOlder(): void {
    if (!this.isBesideOlder)
      this.options.log.info(
        'an older node serves beside this one: screens follow by comparing with the database',
      )
    this.#olderUntil = performance.now() + olderFallsSilentMs
  }

  #refuse(): void {
    this.options.counts.busEventsRefused++
    const now = performance.now()
    if (now - this.#complainedAt < complaintMs) return
    this.#complainedAt = now
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

/** The list's items, or one that is no event. */
function parsedList(text: string): unknown[] {
  if (text.length > largestText) return [null]
  try {
    const parsed: unknown = JSON.parse(text)
    return Array.isArray(parsed) ? parsed : [null]
  } catch {
    return [null]
  }
}
