import { eq, sql } from 'drizzle-orm'
import { limitGroupChanges } from '#features/group/limit-changes.ts'
import { type GroupRequest, lockGroupAsAdmin, publishNextVersion } from '#features/group/membership.ts'
import { commit } from '#platform/database/commit.ts'
import { groups } from '#platform/database/schema.ts'
import type { Services } from '#services.ts'
import { setDueTimes } from './due-at.ts'

/** Null removes the interval. Available members for whom the new interval is already over are asked immediately. */
export function setAskingInterval(
  services: Services,
  input: GroupRequest & { minutes: number | null },
): Promise<{ minutes: number | null }> {
  const { groupId, userId, minutes } = input
  return commit(services, async transaction => {
    await lockGroupAsAdmin(transaction, input)
    await limitGroupChanges(transaction, services, userId)
    await transaction.update(groups).set({ askingInterval: minutes }).where(eq(groups.id, groupId))
    const now = services.clock.now()
    await setDueTimes(transaction, sql`m.group_id = ${groupId} and m.status`, now)
    transaction.afterCommit(({ expiryTimes }) => expiryTimes.add(now))
    await publishNextVersion(transaction, groupId)
    return { minutes }
  })
}
