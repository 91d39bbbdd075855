import type { Logger } from 'pino'

const intervalMs = 500
// Counted in intervals and not in time: a process that itself stood still has missed nothing.
const awayAfter = 3
const deadAfter = 8
const longestStopMs = 1_000

/**
 * What a node sends to all others: 'beat' while it lives, 'back' when the bus had lost what it sent, 'bye' when it stops and
 * everything it sent before has arrived.
 */
export type NodeMessage = 'beat' | 'back' | 'bye'

export function isNodeMessage(text: string): text is NodeMessage {
  return text === 'beat' || text === 'back' || text === 'bye'
}

export type NodeHeartbeatOptions = {
  /** Sends to all nodes. Resolves once the bus has it. */
  send(message: NodeMessage): Promise<unknown>
  /** Called when the bus does not answer. */
  reconnect(): void
  log: Logger
}

/** Finds out whether the bus answers, and whether the other nodes live. */
export class NodeHeartbeat {
  isAway = true
  gaps = 0
  readonly #options: NodeHeartbeatOptions
  #timer: NodeJS.Timeout | undefined
  /** Intervals since each other node was last heard of. */
  readonly #silentFor = new Map<string, number>()
  #unanswered = 0
  #isSending = false

  constructor(options: NodeHeartbeatOptions) {
    this.#options = options
  }

  /** Resolves after the first heartbeat, answered or not. */
  async start(): Promise<void> {
    await this.#beat()
    // Not `every`: it would wait for the heartbeat, and this counts those that are not answered.
    this.#timer = setInterval(() => this.#tick(), intervalMs)
    this.#timer.unref()
  }

  received(node: string, message: NodeMessage): void {
    if (message === 'bye') this.#silentFor.delete(node)
    else this.#silentFor.set(node, 0)
    if (message === 'back') this.gaps++
  }

  /** For a connection that has certainly ended. */
  connectionLost(): void {
    if (this.isAway) return
    this.#setAway(true)
    this.#options.reconnect()
  }

  /** Resolves when the others can know that this node stops. A bus that does not answer is not waited for. */
  async stop(): Promise<void> {
    clearInterval(this.#timer)
    let timer: NodeJS.Timeout | undefined
    const tooLong = new Promise<void>(resolve => {
      timer = setTimeout(resolve, longestStopMs)
    })
    await Promise.race([this.#options.send('bye').catch(() => {}), tooLong])
    clearTimeout(timer)
  }

  #tick(): void {
    this.#unanswered++
    if (this.#unanswered % awayAfter === 0) {
      if (!this.isAway) this.#setAway(true)
      // A heartbeat that was lost with the old connection may never be answered.
      this.#isSending = false
      this.#options.reconnect()
    }
    if (!this.isAway) this.#findDeadNodes()
    void this.#beat()
  }

  #findDeadNodes(): void {
    for (const [node, intervals] of this.#silentFor) {
      if (intervals < deadAfter) this.#silentFor.set(node, intervals + 1)
      else {
        this.#silentFor.delete(node)
        this.gaps++
      }
    }
  }

  async #beat(): Promise<void> {
    if (this.#isSending) return
    this.#isSending = true
    try {
      await this.#options.send(this.isAway && this.#timer ? 'back' : 'beat')
      this.#unanswered = 0
      if (this.isAway) this.#setAway(false)
    } catch {
      // The next ticks count it as unanswered.
    }
    this.#isSending = false
  }

  #setAway(isAway: boolean): void {
    this.isAway = isAway
    if (isAway)
      this.#options.log.warn('the bus is away: screens follow by comparing with the database meanwhile')
    else {
      this.gaps++
      this.#options.log.info('the bus is here')
    }
  }
}
