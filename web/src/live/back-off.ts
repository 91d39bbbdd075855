const firstMs = 500
/** Must stay below 5 s, so that every screen is up to date within 5 s of the end of an outage. */
const longestMs = 4_000

/** Returns the pause before the next attempt. Half of it is random, so that clients do not all reconnect at once. */
export function backOffMs(failures: number, random: () => number): number {
  const fullMs = Math.min(firstMs * 2 ** failures, longestMs)
  return fullMs / 2 + (random() * fullMs) / 2
}

/** Returns the pause after a restart of the server. It is random, because all clients reconnect then. */
export function afterRestartMs(random: () => number): number {
  return firstMs + random() * 3_500
}
