import type { LiveMessage } from '@grouplight/contract/live.ts'

// Messages of different nodes arrive milliseconds apart, and users do not notice such a short delay.
const longestWaitMs = 100

/**
 * Passes on the messages about one group in the order of their versions. Messages of different nodes can arrive in any order, and
 * a page that misses a version fetches everything again. So an early message waits for the missing ones.
 */
export class ReorderBuffer {
  readonly #pass: (message: LiveMessage) => void
  readonly #early = new Map<number, LiveMessage>()
  #latest: number | null = null
  #timer: NodeJS.Timeout | undefined

  constructor(pass: (message: LiveMessage) => void) {
    this.#pass = pass
  }

  push(message: LiveMessage): void {
    const version = message[0] === 't' || message[0] === 'group.changed' ? message[2] : null
    if (version === null) this.#pass(message)
    else if (this.#latest !== null && version > this.#latest + 1) this.#keep(version, message)
    else this.#passWithNext(version, message)
  }

  /** Drops the messages that wait. */
  stop(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#early.clear()
  }

  #keep(version: number, message: LiveMessage): void {
    this.#early.set(version, message)
    this.#timer ??= setTimeout(() => this.#passAll(), longestWaitMs).unref()
  }

  #passWithNext(version: number, message: LiveMessage): void {
    this.#latest = Math.max(version, this.#latest ?? version)
    this.#pass(message)
    // A loop, because recursion over thousands of messages would overflow the stack.
    for (let next = this.#takeNext(); next; next = this.#takeNext()) this.#pass(next)
    if (this.#timer && this.#early.size === 0) this.stop()
  }

  #takeNext(): LiveMessage | undefined {
    const version = (this.#latest ?? 0) + 1
    const next = this.#early.get(version)
    if (next && this.#early.delete(version)) this.#latest = version
    return next
  }

  #passAll(): void {
    const inOrder = [...this.#early].sort(([one], [other]) => one - other)
    this.stop()
    for (const [version, message] of inOrder) this.#passWithNext(version, message)
  }
}
