import type { Logger } from 'pino'

const intervalMs = 500
// Counted in intervals and not in milliseconds. A process that was suspended for a while has missed no heartbeat.
const unreachableAfter = 3
const deadAfter = 8
const longestStopMs = 1_000

/**
 * A message of a node to all others. 'beat' is sent regularly. 'back' follows when the bus may have lost messages of this node.
 * 'bye' is sent when the node stops and all its earlier messages have arrived.
 */
export type NodeMessage = 'beat' | 'back' | 'bye'

export function isNodeMessage(text: string): text is NodeMessage {
  return text === 'beat' || text === 'back' || text === 'bye'
}

export type NodeHeartbeatOptions = {
  /** Sends to all nodes. Resolves once the bus has accepted the message. */
  send(message: NodeMessage): Promise<unknown>
  /** Called when the bus does not respond. */
  reconnect(): void
  log: Logger
}

/** Watches whether the bus responds and whether the other nodes are alive. */
export class NodeHeartbeat {
  isUnreachable = true
  gaps = 0
  readonly #options: NodeHeartbeatOptions
  #timer: NodeJS.Timeout | undefined
  /** By node: the number of intervals since its last message. */
  readonly #silentFor = new Map<string, number>()
  #unanswered = 0
  #isSending = false

  constructor(options: NodeHeartbeatOptions) {
    this.#options = options
  }

  /** Resolves after the first heartbeat, whether it succeeded or failed. */
  async start(): Promise<void> {
    await this.#beat()
    // Not `every`, which would wait for each heartbeat. Here the unanswered ones are counted.
    this.#timer = setInterval(() => this.#tick(), intervalMs)
    this.#timer.unref()
  }

  received(node: string, message: NodeMessage): void {
    if (message === 'bye') this.#silentFor.delete(node)
    else this.#silentFor.set(node, 0)
    if (message === 'back') this.gaps++
  }

  /** Called when the connection has certainly ended. */
  connectionLost(): void {
    if (this.isUnreachable) return
    this.#setUnreachable(true)
    this.#options.reconnect()
  }

  /** Sends 'bye' to the other nodes. Waits at most a second for the bus. */
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
    if (this.#unanswered % unreachableAfter === 0) {
      if (!this.isUnreachable) this.#setUnreachable(true)
      // A heartbeat lost with the old connection may never settle.
      this.#isSending = false
      this.#options.reconnect()
    }
    if (!this.isUnreachable) this.#findDeadNodes()
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
      await this.#options.send(this.isUnreachable && this.#timer ? 'back' : 'beat')
      this.#unanswered = 0
      if (this.isUnreachable) this.#setUnreachable(false)
    } catch {
      // The next ticks count this heartbeat as unanswered.
    }
    this.#isSending = false
  }

  #setUnreachable(isUnreachable: boolean): void {
    this.isUnreachable = isUnreachable
    if (isUnreachable)
      this.#options.log.warn(
        'the bus is unreachable: this node compares with the database until the bus responds',
      )
    else {
      this.gaps++
      this.#options.log.info('the bus is connected')
    }
  }
}
