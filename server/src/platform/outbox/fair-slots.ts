export type SlotLimits = {
  most: number
  /** The most slots of one owner. */
  mostOf: number
  /** The most slots of an owner whose receiver did not respond to the last task, in the last minute. */
  mostOfSlow: number
  /** With at most so many tasks in flight, an owner has room for others. Without this number, one free slot is enough. */
  refilledAt?: number
}

const slowMs = 60_000

/**
 * The tasks that a worker has in flight. No owner can take all slots, so a receiver that never responds delays only its owner's tasks.
 * The owner is whoever could hold up the task: for example the user of a hook, or a push service.
 */
export class FairSlots {
  readonly #limits: SlotLimits
  readonly #counts = new Map<string, number>()
  /** When owners stop being slow. */
  readonly #slow = new Map<string, number>()
  #inFlight = 0

  constructor(limits: SlotLimits) {
    this.#limits = limits
  }

  /** Whether further tasks of the owner are worth a claim. */
  hasRoomFor(owner: string): boolean {
    const { mostOf, refilledAt = mostOf - 1 } = this.#limits
    return this.#inFlightOf(owner) <= refilledAt
  }

  /** How many tasks may be claimed at once. All of them may be of one owner, which then has at most twice its slots. */
  get room(): number {
    const { most, mostOf, mostOfSlow } = this.#limits
    for (const owner of this.#slow.keys()) this.#isSlow(owner)
    return Math.min(most - this.#inFlight, this.#slow.size > 0 ? mostOfSlow : mostOf)
  }

  /** The owners with a task in flight. */
  get busy(): string[] {
    return [...this.#counts.keys()]
  }

  /** The owners that have all their slots. Their further tasks must not be claimed now. */
  get full(): string[] {
    const { mostOf, mostOfSlow } = this.#limits
    return [...this.#counts]
      .filter(([owner, count]) => count >= (this.#isSlow(owner) ? mostOfSlow : mostOf))
      .map(([owner]) => owner)
  }

  /** `task` returns whether the owner's receiver has responded. */
  async run(owner: string, task: () => Promise<boolean>): Promise<void> {
    this.#inFlight++
    this.#counts.set(owner, this.#inFlightOf(owner) + 1)
    try {
      this.#note(owner, await task())
    } finally {
      this.#inFlight--
      const left = this.#inFlightOf(owner) - 1
      if (left > 0) this.#counts.set(owner, left)
      else this.#counts.delete(owner)
    }
  }

  #inFlightOf(owner: string): number {
    return this.#counts.get(owner) ?? 0
  }

  #note(owner: string, hasResponded: boolean): void {
    if (hasResponded) this.#slow.delete(owner)
    else this.#slow.set(owner, performance.now() + slowMs)
  }

  #isSlow(owner: string): boolean {
    if (performance.now() < (this.#slow.get(owner) ?? 0)) return true
    this.#slow.delete(owner)
    return false
  }
}
