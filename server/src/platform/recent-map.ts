/** Keeps at most `most` entries: those that were set last. */
export class RecentMap<Key, Value> extends Map<Key, Value> {
  readonly #most: number

  constructor(most: number) {
    super()
    this.#most = most
  }

  override set(key: Key, value: Value): this {
    this.delete(key)
    super.set(key, value)
    const [oldest] = this.keys()
    if (this.size > this.#most) this.delete(oldest as Key)
    return this
  }
}
