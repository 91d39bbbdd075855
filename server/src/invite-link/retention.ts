import { and, eq, lt, lte, or } from 'drizzle-orm'
import { addMs, dayMs } from '#clock.ts'
import { commit } from '#commit/commit.ts'
import { removeInChunks } from '#database/remove-in-chunks.ts'
import { inviteLinks, joinRequests } from '#database/schema.ts'
import { lockGroup } from '#group/membership.ts'
import type { Services } from '#services.ts'
import { requestLifeMs, takeBackRequests } from './requests.ts'

// A sign-up with a link is kept for up to 14 days. The invitation that is then made from the link is valid for 7 days. Accepting it
// needs the link, so the link must be kept for longer than these 21 days.
const endedLinkKeptMs = 30 * dayMs

/** Deletes invite links 30 days after they expired or were revoked. */
export async function deleteOldLinks({ database, clock }: Services): Promise<void> {
  const before = addMs(clock.now(), -endedLinkKeptMs)
  const isOld = or(lt(inviteLinks.expiresAt, before), lt(inviteLinks.revokedAt, before))
  await removeInChunks(database, inviteLinks, isOld)
}

/** Deletes requests to join that nobody has answered within 7 days, and gives their uses of the links back. */
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
