import type { Availability } from '@grouplight/contract/availability.ts'
import { groupNotFound, requireMember } from '#group/membership.ts'
import { Problem, tooManyChanges } from '#problem.ts'
import type { Services } from '#services.ts'
import type { IdentifiedOutcome } from './toggle-statement.ts'

/**
 * What a toggle has come to, for whom it was asked by. An equal value changes nothing.
 * Refuses 'group-not-found', 'too-many-requests', and 'not-your-availability' for somebody else's.
 */
export async function availabilityAfter(
  { database }: Pick<Services, 'database'>,
  outcome: IdentifiedOutcome,
  wanted: { groupId: string; userId: string; status: boolean },
): Promise<Availability> {
  const { sinceMs, version, retryAfterSeconds } = outcome
  const { groupId } = wanted
  if (outcome.userId !== wanted.userId) {
    await requireMember(database, { groupId, userId: outcome.userId })
    throw new Problem('not-your-availability', 'You can only change your own availability.')
  }
  if (sinceMs === null) throw groupNotFound()
  if (retryAfterSeconds !== null) throw tooManyChanges({ retryAfterSeconds })
  return { ...wanted, lastUpdated: new Date(sinceMs).toISOString(), version }
}
