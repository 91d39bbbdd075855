import type { Availability } from '@grouplight/contract/availability.ts'
import { groupNotFound, requireMember } from '#group/membership.ts'
import { requireVerified } from '#http/endpoint-route.ts'
import { Problem, tooManyChanges } from '#problem.ts'
import type { Services } from '#services.ts'
import type { ToggleBatcher } from './toggle-batcher.ts'

/**
 * Sets the person's own availability in a group to the wanted value. An equal value changes nothing. Who asks is found out by
 * the statement that makes the change, and told to `known`; `needsRenewal`: their session is to be prolonged.
 * Refuses 'unauthenticated', 'email-not-verified', 'group-not-found', 'too-many-requests', and 'not-your-availability' for somebody else's.
 */
export async function setAvailability(
  { database, lane }: Pick<Services, 'database'> & { lane: ToggleBatcher },
  input: { session: string; groupId: string; userId: string; status: boolean },
  known: (callerId: string | null) => void,
): Promise<Availability & { needsRenewal: boolean }> {
  const { groupId, userId, status } = input
  const { callerId, isVerified, needsRenewal, sinceMs, version, retryAfterSeconds } = await lane.submit(input)
  known(callerId)
  requireVerified(callerId === null ? null : { emailVerified: isVerified })
  if (callerId !== null && callerId !== userId) {
    await requireMember(database, { groupId, userId: callerId })
    throw new Problem('not-your-availability', 'You can only change your own availability.')
  }
  if (sinceMs === null) throw groupNotFound()
  if (retryAfterSeconds !== null) throw tooManyChanges({ retryAfterSeconds })
  return { groupId, userId, status, lastUpdated: new Date(sinceMs).toISOString(), version, needsRenewal }
}
