/** Numbers that look random and are the same again for the same seed. */
export class Chance {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** From 0 up to but not including `below`. */
  number(below: number): number {
    // mulberry32
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below)
  }

  oneIn(many: number): boolean {
    return this.number(many) === 0
  }

  of<Item>(items: readonly Item[]): Item {
    return items[this.number(items.length)] as Item
  }

  bytes(most: number): Buffer {
    return Buffer.from(Array.from({ length: this.number(most + 1) }, () => this.number(256)))
  }
}
