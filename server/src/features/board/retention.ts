import { and, eq, lte } from 'drizzle-orm'
import { lockGroup, publishNextVersion } from '#features/group/membership.ts'
import { commit } from '#platform/database/commit.ts'
import { boards } from '#platform/database/schema.ts'
import type { Services } from '#services.ts'

/** The version of the group is incremented, because members see whether their group has boards. */
export async function deleteEndedBoards(services: Services): Promise<void> {
  const hasEnded = lte(boards.expiresAt, services.clock.now())
  const found = await services.database
    .selectDistinct({ groupId: boards.groupId })
    .from(boards)
    .where(hasEnded)
  for (const { groupId } of found)
    await commit(services, async transaction => {
      if (!(await lockGroup(transaction, groupId))) return
      await transaction.delete(boards).where(and(eq(boards.groupId, groupId), hasEnded))
      await publishNextVersion(transaction, groupId)
    })
}
