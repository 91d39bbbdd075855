import { and, eq } from 'drizzle-orm'
import { commit } from '#commit/commit.ts'
import { memberships } from '#database/schema.ts'
import { limitGroupChanges } from '#group/limit-changes.ts'
import { type GroupRequest, lockGroup, publishNextVersion, requireMember } from '#group/membership.ts'
import type { Services } from '#services.ts'

/**
 * Sets after how many minutes an availability ends that the user begins without an end. It does not change the present one. The
 * group gets a new version, because cached groups contain the usual ends, of which each member sees only their own.
 */
export function setUsualEnd(
  services: Services,
  input: GroupRequest & { minutes: number | null },
): Promise<{ minutes: number | null }> {
  const { userId, groupId, minutes } = input
  return commit(services, async transaction => {
    await lockGroup(transaction, groupId)
    await requireMember(transaction, input)
    await limitGroupChanges(transaction, services, userId)
    await transaction
      .update(memberships)
      .set({ usualEnd: minutes })
      .where(and(eq(memberships.groupId, groupId), eq(memberships.userId, userId)))
    await publishNextVersion(transaction, groupId)
    return { minutes }
  })
}
