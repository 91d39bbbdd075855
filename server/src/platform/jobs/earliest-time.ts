/** The earliest of the times that were added since the last `clear`. Null if there is none. */
export type EarliestTime = { add(time: Date): void; get(): Date | null; clear(): void }

export function createEarliestTime(): EarliestTime {
  let earliest: Date | null = null
  return {
    add(time) {
      if (!earliest || time < earliest) earliest = time
    },
    get: () => earliest,
    clear() {
      earliest = null
    },
  }
}
