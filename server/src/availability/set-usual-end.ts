import { and, eq } from 'drizzle-orm'
import { commit } from '#commit/commit.ts'
import { memberships } from '#database/schema.ts'
import { limitGroupChanges } from '#group/limit-changes.ts'
import { type GroupRequest, lockGroup, publishNextVersion, requireMember } from '#group/membership.ts'
import type { Services } from '#services.ts'

/**
 * Sets the user's usual end in a group, in minutes; null removes it. An availability that has begun keeps its end. The group gets
 * a new version, so that cached groups, which contain the usual ends, are read anew. Each member sees only their own usual end.
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
