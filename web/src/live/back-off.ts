const firstMs = 500
/** Not longer, so that a screen is right within five seconds of the end of any outage. */
const longestMs = 4_000

/** How long to wait before the next attempt, after so many failed ones. Half of it is chance, so that not all come at once. */
export function backOffMs(failures: number, random: () => number): number {
  const fullMs = Math.min(firstMs * 2 ** failures, longestMs)
  return fullMs / 2 + (random() * fullMs) / 2
}

/** After a restart everybody comes back: spread over a few seconds. */
export function afterRestartMs(random: () => number): number {
  return firstMs + random() * 3_500
}
