import type { Logger } from 'pino'

const beatMs = 500
// Counted in beats, not in time: a process that stood still itself has missed nothing.
const awayAfterBeats = 3
const lostAfterBeats = 8
const farewellMs = 1_000

/**
 * What a node says of itself: that it lives; that it was without the bus, and what it said meanwhile is lost; that it ends in
 * peace, and everything it had to say is said.
 */
export type Word = 'beat' | 'back' | 'bye'

export function isWord(text: string): text is Word {
  return text === 'beat' || text === 'back' || text === 'bye'
}

export type NodeHeartbeatOptions = {
  /** Sends a word to all nodes. Resolves once the bus has it. */
  say(word: Word): Promise<unknown>
  /** The bus does not answer: connect anew. */
  revive(): void
  log: Logger
}

/** Whether the bus answers, and whether the other nodes live. */
export class NodeHeartbeat {
  isAway = true
  gaps = 0
  readonly #options: NodeHeartbeatOptions
  #timer: NodeJS.Timeout | undefined
  /** Of each other node, how many beats of ours ago it was heard. */
  readonly #silence = new Map<string, number>()
  #unanswered = 0
  #isBeating = false

  constructor(options: NodeHeartbeatOptions) {
    this.#options = options
  }

  /** Resolves after the first beat, whatever became of it. */
  async start(): Promise<void> {
    await this.#beat()
    this.#timer = setInterval(() => this.#tick(), beatMs)
    this.#timer.unref()
  }

  /** Another node has said something of itself. */
  heard(node: string, word: Word): void {
    if (word === 'bye') this.#silence.delete(node)
    else this.#silence.set(node, 0)
    if (word === 'back') this.gaps++
  }

  /** The connection is gone for certain. */
  broke(): void {
    if (this.isAway) return
    this.#become(true)
    this.#options.revive()
  }

  /** Resolves when the others can know that this node ends. A bus that does not answer is not waited for. */
  async stop(): Promise<void> {
    clearInterval(this.#timer)
    let late: NodeJS.Timeout | undefined
    const isLate = new Promise<void>(resolve => {
      late = setTimeout(resolve, farewellMs)
    })
    await Promise.race([this.#options.say('bye').catch(() => {}), isLate])
    clearTimeout(late)
  }

  #tick(): void {
    this.#unanswered++
    if (this.#unanswered % awayAfterBeats === 0) {
      if (!this.isAway) this.#become(true)
      // What was lost with the old connection may never answer.
      this.#isBeating = false
      this.#options.revive()
    }
    if (!this.isAway) this.#listen()
    void this.#beat()
  }

  #listen(): void {
    for (const [node, beats] of this.#silence) {
      if (beats < lostAfterBeats) this.#silence.set(node, beats + 1)
      else {
        this.#silence.delete(node)
        this.gaps++
      }
    }
  }

  async #beat(): Promise<void> {
    if (this.#isBeating) return
    this.#isBeating = true
    try {
      await this.#options.say(this.isAway && this.#timer ? 'back' : 'beat')
      this.#unanswered = 0
      if (this.isAway) this.#become(false)
    } catch {
      // Not answered is not heard: the next ticks count it.
    }
    this.#isBeating = false
  }

  #become(isAway: boolean): void {
    this.isAway = isAway
    if (isAway)
      this.#options.log.warn('the bus is away: screens follow by comparing with the database meanwhile')
    else {
      this.gaps++
      this.#options.log.info('the bus is here')
    }
  }
}
