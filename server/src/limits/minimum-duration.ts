import { setTimeout as wait } from 'node:timers/promises'

// Longer than these operations usually take, and too short to disturb users.
const minimumMs = 150

/**
 * Settles like `work`, but not before a fixed time has passed. So the response time does not reveal whether an address has an
 * account.
 */
export async function withMinimumDuration<Result>(work: Promise<Result>): Promise<Result> {
  const [outcome] = await Promise.allSettled([work, wait(minimumMs)])
  if (outcome.status === 'rejected') throw outcome.reason
  return outcome.value
}
