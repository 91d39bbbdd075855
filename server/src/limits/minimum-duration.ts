import { setTimeout as wait } from 'node:timers/promises'

// Well above what these operations take, well below what anybody minds.
const shortestMs = 150

/** Answers no sooner than a fixed time, so that how long it took does not tell whether an address has an account. */
export async function withMinimumDuration<Result>(work: Promise<Result>): Promise<Result> {
  const [outcome] = await Promise.allSettled([work, wait(shortestMs)])
  if (outcome.status === 'rejected') throw outcome.reason
  return outcome.value
}
