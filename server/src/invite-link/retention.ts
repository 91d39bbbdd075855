import { and, eq, lt, lte, or } from 'drizzle-orm'
import { addMs, dayMs } from '#clock.ts'
import { commit } from '#commit/commit.ts'
import { removeInChunks } from '#database/remove-in-chunks.ts'
import { inviteLinks, joinRequests } from '#database/schema.ts'
import { lockGroup } from '#group/membership.ts'
import type { Services } from '#services.ts'
import { requestLifeMs, takeBackRequests } from './requests.ts'

// A sign-up with a link lives for 14 days, and the invitation made from it for 7 days. The link must be kept for longer than both.
const endedLinkKeptMs = 30 * dayMs

/** Deletes links some time after their end. */
export async function deleteOldLinks({ database, clock }: Services): Promise<void> {
  const before = addMs(clock.now(), -endedLinkKeptMs)
  const isOld = or(lt(inviteLinks.expiresAt, before), lt(inviteLinks.revokedAt, before))
  await removeInChunks(database, inviteLinks, isOld)
}

/** Ends requests that nobody has answered, and gives their uses of the links back. */
export async function endOldRequests(services: Services): Promise<void> {
  const isOld = lte(joinRequests.askedAt, addMs(services.clock.now(), -requestLifeMs))
  const found = await services.database
    .selectDistinct({ groupId: joinRequests.groupId })
    .from(joinRequests)
    .where(isOld)
  for (const { groupId } of found)
    await commit(services, async transaction => {
      await lockGroup(transaction, groupId)
      await takeBackRequests(transaction, and(eq(joinRequests.groupId, groupId), isOld))
    })
}
