import type { LiveMessage } from '@grouplight/contract/live.ts'

// What another node has to say is milliseconds away. What was lost is not waited for longer than nobody notices.
const patienceMs = 100

/**
 * Lets the messages about one group go on in the order of its versions. Two nodes that change a group one after the other tell
 * of it side by side: what is early waits for what is missing, because a browser that misses a version fetches everything again.
 */
export class InOrder {
  readonly #pass: (message: LiveMessage) => void
  readonly #early = new Map<number, LiveMessage>()
  #latest: number | null = null
  #patience: NodeJS.Timeout | undefined

  constructor(pass: (message: LiveMessage) => void) {
    this.#pass = pass
  }

  push(message: LiveMessage): void {
    const version = message[0] === 't' || message[0] === 'group.changed' ? message[2] : null
    if (version === null) this.#pass(message)
    else if (this.#latest !== null && version > this.#latest + 1) this.#keep(version, message)
    else this.#tell(version, message)
  }

  /** What waits is told to nobody any more. */
  stop(): void {
    clearTimeout(this.#patience)
    this.#patience = undefined
    this.#early.clear()
  }

  #keep(version: number, message: LiveMessage): void {
    this.#early.set(version, message)
    this.#patience ??= setTimeout(() => this.#tellAll(), patienceMs).unref()
  }

  /** Tells one, and what has waited for it. */
  #tell(version: number, message: LiveMessage): void {
    this.#latest = Math.max(version, this.#latest ?? version)
    this.#pass(message)
    // Not by calling itself: however many wait, the stack stays as it is.
    for (let next = this.#takeNext(); next; next = this.#takeNext()) this.#pass(next)
    if (this.#patience && this.#early.size === 0) this.stop()
  }

  #takeNext(): LiveMessage | undefined {
    const version = (this.#latest ?? 0) + 1
    const next = this.#early.get(version)
    if (next && this.#early.delete(version)) this.#latest = version
    return next
  }

  #tellAll(): void {
    const inOrder = [...this.#early].sort(([one], [other]) => one - other)
    this.stop()
    for (const [version, message] of inOrder) this.#tell(version, message)
  }
}
