import type { Availability } from '@grouplight/contract/availability.ts'
import { groupNotFound, requireMember } from '#group/membership.ts'
import { Problem } from '#problem.ts'
import type { Services } from '#services.ts'
import type { ToggleOutcome } from './toggle-outcomes.ts'

type Request = { groupId: string; userId: string; status: boolean }

/** Returns the response to a toggle that was carried out. Throws a Problem if the toggle was refused. */
export async function availabilityAfter(
  { database }: Pick<Services, 'database'>,
  outcome: ToggleOutcome,
  { groupId, userId, status }: Request,
): Promise<Availability> {
  const { lastUpdatedMs, untilMs, note, version, retryAfterSeconds } = outcome
  if (outcome.userId !== userId) {
    await requireMember(database, { groupId, userId: outcome.userId })
    throw notYourAvailability()
  }
  if (lastUpdatedMs === null) throw groupNotFound()
  if (outcome.isPutOff) throw endNotPossible()
  if (retryAfterSeconds !== null) throw Problem.because('too-many-requests.changes', { retryAfterSeconds })
  const lastUpdated = new Date(lastUpdatedMs).toISOString()
  const until = untilMs === null ? null : new Date(untilMs).toISOString()
  // A toggle closes an open question.
  const details = { until, note, unconfirmedSince: null }
  return { groupId, userId, status, lastUpdated, ...details, version }
}

export function notYourAvailability(): Problem {
  return new Problem('not-your-availability', 'You can only change your own availability.')
}

export function endNotPossible(): Problem {
  return new Problem('until-not-possible', 'The end must be in the future and at most 7 days away.')
}
