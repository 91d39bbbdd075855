import { eq, sql } from 'drizzle-orm'
import { commit } from '#commit/commit.ts'
import { groups } from '#database/schema.ts'
import { limitGroupChanges } from '#group/limit-changes.ts'
import { type GroupRequest, lockGroupAsCreator, publishNextVersion } from '#group/membership.ts'
import type { Services } from '#services.ts'
import { setDueTimes } from './due-times.ts'

/**
 * Sets the group's interval in minutes; null removes it. Available members whose last confirmation is longer ago than the interval
 * are asked at once. Becoming Available counts as a confirmation. Open questions stay open.
 */
export function setAskingInterval(
  services: Services,
  input: GroupRequest & { minutes: number | null },
): Promise<{ minutes: number | null }> {
  const { groupId, userId, minutes } = input
  return commit(services, async transaction => {
    await lockGroupAsCreator(transaction, input, 'Only the group creator can change the settings.')
    await limitGroupChanges(transaction, services, userId)
    await transaction.update(groups).set({ askingInterval: minutes }).where(eq(groups.id, groupId))
    const now = services.clock.now()
    await setDueTimes(transaction, sql`m.group_id = ${groupId} and m.status`, now)
    transaction.actAt(now)
    await publishNextVersion(transaction, groupId)
    return { minutes }
  })
}
