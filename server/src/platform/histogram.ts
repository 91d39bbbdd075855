export class Histogram {
  /** The inclusive upper bounds of the buckets. One more bucket counts the values above the last bound. */
  readonly bounds: readonly number[]
  readonly counts: number[]
  sum = 0

  constructor(bounds: readonly number[]) {
    this.bounds = bounds
    this.counts = new Array(bounds.length + 1).fill(0)
  }

  observe(value: number): void {
    let bucket = 0
    while (value > (this.bounds[bucket] ?? Number.POSITIVE_INFINITY)) bucket++
    this.counts[bucket] = (this.counts[bucket] ?? 0) + 1
    this.sum += value
  }
}
