export type Random = () => number

/** The generator Mulberry32. The same seed leads to the same numbers on every machine. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export function below(random: Random, limit: number): number {
  return Math.floor(random() * limit)
}

/** Returns a normally distributed number with mean 0 and standard deviation 1. */
export function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
}

/** The events form a Poisson process. */
export function secondsToNextEvent(random: Random, perSecond: number): number {
  return -Math.log(1 - random()) / perSecond
}
