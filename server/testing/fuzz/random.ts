/** A random number generator. The same seed yields the same numbers. */
export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** Returns a whole number from 0 to `below` - 1. */
  number(below: number): number {
    // The algorithm is called mulberry32.
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below)
  }

  oneIn(many: number): boolean {
    return this.number(many) === 0
  }

  pick<Item>(items: readonly Item[]): Item {
    return items[this.number(items.length)] as Item
  }

  bytes(maxLength: number): Buffer {
    return Buffer.from(Array.from({ length: this.number(maxLength + 1) }, () => this.number(256)))
  }
}
