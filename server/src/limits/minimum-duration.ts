import { setTimeout as wait } from 'node:timers/promises'

// This time is longer than the operations usually take, and too short to disturb users.
const minimumMs = 150

/** Returns the result of `work` after 150 ms or more. A shorter time could reveal whether an address has an account. */
export async function withMinimumDuration<Result>(work: Promise<Result>): Promise<Result> {
  const [outcome] = await Promise.allSettled([work, wait(minimumMs)])
  if (outcome.status === 'rejected') throw outcome.reason
  return outcome.value
}
