const firstMs = 500
/** So that every screen is up to date within five seconds of the end of an outage. */
const longestMs = 4_000

/** The pause before the next attempt. Half of it is random, so that clients do not all return at once. */
export function backOffMs(failures: number, random: () => number): number {
  const fullMs = Math.min(firstMs * 2 ** failures, longestMs)
  return fullMs / 2 + (random() * fullMs) / 2
}

/** After a restart every client reconnects: spread over a few seconds. */
export function afterRestartMs(random: () => number): number {
  return firstMs + random() * 3_500
}
