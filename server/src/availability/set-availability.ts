import type { Availability } from '@grouplight/contract/availability.ts'
import { groupNotFound, requireMember } from '#group/membership.ts'
import { Problem } from '#problem.ts'
import type { Services } from '#services.ts'
import type { ToggleOutcome } from './toggle-outcomes.ts'

/** Returns the response to a toggle, or throws its refusal. A toggle to the current status changes nothing. */
export async function availabilityAfter(
  { database }: Pick<Services, 'database'>,
  outcome: ToggleOutcome,
  toggle: { groupId: string; userId: string; status: boolean },
): Promise<Availability> {
  const { lastUpdatedMs, version, retryAfterSeconds } = outcome
  const { groupId } = toggle
  if (outcome.userId !== toggle.userId) {
    await requireMember(database, { groupId, userId: outcome.userId })
    throw new Problem('not-your-availability', 'You can only change your own availability.')
  }
  if (lastUpdatedMs === null) throw groupNotFound()
  if (retryAfterSeconds !== null) throw Problem.because('too-many-requests.changes', { retryAfterSeconds })
  return { ...toggle, lastUpdated: new Date(lastUpdatedMs).toISOString(), version }
}
