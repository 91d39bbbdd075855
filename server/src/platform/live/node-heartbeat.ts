import type { Logger } from 'pino'

const intervalMs = 500
// These limits count intervals, because limits in milliseconds would also count the time during which this process was suspended.
const unreachableAfter = 3
const deadAfter = 5
const maxStopMs = 1_000

/**
 * A message of a node to all other nodes. 'beat' is sent regularly. 'back' replaces the next 'beat' if commands of the node were
 * not sent or may have been lost. 'bye' is the last message of a node that stops.
 */
export type NodeMessage = 'beat' | 'back' | 'bye'

export function isNodeMessage(text: string): text is NodeMessage {
  return text === 'beat' || text === 'back' || text === 'bye'
}

export type NodeHeartbeatOptions = {
  /** Resolves when the bus has accepted the message. */
  send(message: NodeMessage): Promise<unknown>
  reconnect(): void
  log: Logger
}

/** Shows the other nodes that this node works, and counts gaps (see `Bus.gaps`). */
export class NodeHeartbeat {
  isUnreachable = true
  gaps = 0
  readonly #options: NodeHeartbeatOptions
  #timer: NodeJS.Timeout | undefined
  readonly #silentFor = new Map<string, number>()
  #aloneFor = 0
  /** Counts how often commands of this node were not sent or may have been lost. */
  #losses = 0
  #reportedLosses = 0
  #unanswered = 0
  #isSending = false

  constructor(options: NodeHeartbeatOptions) {
    this.#options = options
  }

  async start(): Promise<void> {
    await this.#beat()
    // `every` would wait for the answer to each heartbeat. These ticks do not wait, because they count the unanswered heartbeats.
    this.#timer = setInterval(() => this.#tick(), intervalMs)
    this.#timer.unref()
  }

  /** Returns whether commands can reach other nodes. If not, counts a loss. */
  maySend(): boolean {
    const isAlone = this.#aloneFor >= deadAfter
    if (!this.isUnreachable && !isAlone) return true
    this.#losses++
    return false
  }

  commandsLost(): void {
    this.#losses++
  }

  received(node: string, message: NodeMessage): void {
    this.#aloneFor = 0
    if (message === 'bye') this.#silentFor.delete(node)
    else this.#silentFor.set(node, 0)
    if (message === 'back') this.gaps++
  }

  connectionLost(): void {
    if (this.isUnreachable) return
    this.#setUnreachable(true)
    this.#options.reconnect()
  }

  /** Sends 'bye' to the other nodes. Waits for the bus at most 1 s. */
  async stop(): Promise<void> {
    clearInterval(this.#timer)
    let timer: NodeJS.Timeout | undefined
    const tooLong = new Promise<void>(resolve => {
      timer = setTimeout(resolve, maxStopMs)
    })
    await Promise.race([this.#options.send('bye').catch(() => {}), tooLong])
    clearTimeout(timer)
  }

  #tick(): void {
    this.#unanswered++
    if (this.#unanswered % unreachableAfter === 0) {
      if (!this.isUnreachable) this.#setUnreachable(true)
      // The promise of a heartbeat that was lost with the old connection may never settle.
      this.#isSending = false
      this.#options.reconnect()
    }
    if (!this.isUnreachable) {
      this.#findDeadNodes()
      if (this.#silentFor.size === 0) this.#aloneFor++
    }
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
    const losses = this.#losses
    try {
      await this.#options.send(losses > this.#reportedLosses ? 'back' : 'beat')
      this.#reportedLosses = losses
      this.#unanswered = 0
      if (this.isUnreachable) this.#setUnreachable(false)
    } catch {
      // The next ticks count this heartbeat as unanswered.
    }
    this.#isSending = false
  }

  #setUnreachable(isUnreachable: boolean): void {
    this.isUnreachable = isUnreachable
    this.#aloneFor = 0
    if (isUnreachable) {
      this.#losses++
      this.#options.log.warn(
        'the bus is unreachable: until it responds, this node reads from the database what its users have missed',
      )
    } else {
      this.gaps++
      this.#options.log.info('the bus is connected')
    }
  }
}
