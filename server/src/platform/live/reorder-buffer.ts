// Messages that two nodes send at the same time usually arrive within this time, even under load. Users hardly notice the wait.
export const longestWaitMs = 250

/**
 * Orders the messages about one group or to one user by their versions. Messages of different nodes can arrive in any
 * order. A message that arrives too early waits for the earlier versions, but not longer than `longestWaitMs`.
 */
export class ReorderBuffer<Message> {
  readonly #pass: (message: Message) => void
  readonly #onMissing: () => void
  readonly #early = new Map<number, Message>()
  #latest: number | null = null
  #timer: NodeJS.Timeout | undefined

  /** `onMissing` is called when the wait for a missing message has ended and the later messages have been passed on. */
  constructor(pass: (message: Message) => void, onMissing: () => void) {
    this.#pass = pass
    this.#onMissing = onMissing
  }

  push(version: number, message: Message): void {
    if (this.#latest !== null && version > this.#latest + 1) this.#keep(version, message)
    else this.#passWithNext(version, message)
  }

  /** Makes the buffer expect the message after `version`. Does nothing if a version is already known. */
  startAfter(version: number): void {
    this.#latest ??= version
  }

  /** Returns whether messages up to `version` are missing. If so, stops waiting for them and passes on all waiting messages. */
  skipTo(version: number): boolean {
    if (this.#latest !== null && version <= this.#latest) return false
    this.#passAll()
    this.#latest = Math.max(version, this.#latest ?? version)
    return true
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#early.clear()
  }

  #keep(version: number, message: Message): void {
    this.#early.set(version, message)
    this.#timer ??= setTimeout(() => {
      this.#passAll()
      this.#onMissing()
    }, longestWaitMs).unref()
  }

  #passWithNext(version: number, message: Message): void {
    this.#latest = Math.max(version, this.#latest ?? version)
    this.#pass(message)
    // This is a loop, because recursion over thousands of messages would overflow the stack.
    for (let next = this.#takeNext(); next; next = this.#takeNext()) this.#pass(next)
    if (this.#timer && this.#early.size === 0) this.stop()
  }

  #takeNext(): Message | undefined {
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
