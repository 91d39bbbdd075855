import { setTimeout as wait } from 'node:timers/promises'

// This is longer than the work usually takes, and too short to disturb users.
const minimumMs = 150

/** Settles after at least 150 ms. Otherwise the duration of a request could reveal whether an email address has an account. */
export async function withMinimumDuration<Result>(work: Promise<Result>): Promise<Result> {
  const [outcome] = await Promise.allSettled([work, wait(minimumMs)])
  if (outcome.status === 'rejected') throw outcome.reason
  return outcome.value
}
