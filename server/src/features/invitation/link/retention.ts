import { and, eq, lt, lte, or } from 'drizzle-orm'
import { requestLifeMs } from '#features/group/invite-links.ts'
import { lockGroup } from '#features/group/membership.ts'
import { addMs, dayMs } from '#platform/clock.ts'
import { commit } from '#platform/database/commit.ts'
import { removeInChunks } from '#platform/database/remove-in-chunks.ts'
import { inviteLinks, joinRequests } from '#platform/database/schema.ts'
import type { Services } from '#services.ts'
import { takeBackRequests } from './requests.ts'

// An invitation made from a link can be accepted up to 21 days after the sign-up, and needs the link until then. The sign-up is
// kept for 14 days, and then the invitation is valid for 7 days.
const endedLinkKeptMs = 30 * dayMs

export async function deleteOldLinks({ database, clock }: Services): Promise<void> {
  const before = addMs(clock.now(), -endedLinkKeptMs)
  const isOld = or(lt(inviteLinks.expiresAt, before), lt(inviteLinks.revokedAt, before))
  await removeInChunks(database, inviteLinks, isOld)
}

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
