const firstMs = 500
/** This pause must be shorter than 5 s, because every screen must be up to date within 5 s after the end of an outage. */
const longestMs = 4_000

/** Returns a random pause before the next attempt, in ms, so that clients do not all reconnect at the same moment. */
export function backOffMs(failures: number, random: () => number): number {
  const fullMs = Math.min(firstMs * 2 ** failures, longestMs)
  return fullMs / 2 + (random() * fullMs) / 2
}

/** Returns a random pause after a restart of the server, in ms, so that clients do not all reconnect at the same moment. */
export function afterRestartMs(random: () => number): number {
  return firstMs + random() * 3_500
}
