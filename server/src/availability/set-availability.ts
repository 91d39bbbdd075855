import type { Availability } from '@grouplight/contract/availability.ts'
import { groupNotFound, requireMember } from '#group/membership.ts'
import { Problem } from '#problem.ts'
import type { Services } from '#services.ts'
import type { ToggleLane } from './toggle-lane.ts'

/**
 * Sets the person's own availability in a group to the wanted value. An equal value changes nothing.
 * Refuses 'group-not-found', and 'not-your-availability' for somebody else's.
 */
export async function setAvailability(
  { database, lane }: Pick<Services, 'database'> & { lane: ToggleLane },
  input: { callerId: string; groupId: string; userId: string; available: boolean },
): Promise<Availability> {
  const { callerId, groupId, userId, available } = input
  if (callerId !== userId) {
    await requireMember(database, { groupId, userId: callerId })
    throw new Problem('not-your-availability', 'You can only change your own availability.')
  }
  const row = await lane.submit({ groupId, userId, available })
  if (!row) throw groupNotFound()
  return { groupId, userId, available, since: new Date(row.sinceMs).toISOString(), version: row.version }
}
