const firstMs = 500
/** This pause must be shorter than 5 s, because every screen must be up to date within 5 s after the end of an outage. */
const longestMs = 4_000

/** Returns the pause before the next attempt, in ms. Up to half is random, so that clients do not all reconnect at once. */
export function backOffMs(failures: number, random: () => number): number {
  const fullMs = Math.min(firstMs * 2 ** failures, longestMs)
  return fullMs / 2 + (random() * fullMs) / 2
}

/** Returns the pause after a restart of the server, in ms. It is random, so that clients do not all reconnect at once. */
export function afterRestartMs(random: () => number): number {
  return firstMs + random() * 3_500
}
