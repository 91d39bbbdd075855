import { and, eq, inArray, or } from 'drizzle-orm'
import { joinGroup } from '#features/group/join-group.ts'
import type { GroupRequest, GroupSummary } from '#features/group/membership.ts'
import { refreshLists } from '#features/group/refresh-groups.ts'
import { type Clock, dayMs } from '#platform/clock.ts'
import type { Transaction } from '#platform/database/database.ts'
import { inviteLinks, joinRequests } from '#platform/database/schema.ts'
import { consumeOrRefuse } from '#platform/limits/limits.ts'
import type { Services, UnitOfWork } from '#services.ts'
import { hasAsked, isRequestOf, storeRequest, takeBackRequests } from './requests.ts'
import { allowsUser, hasUsesLeft, isUsable, lockLinks, takeUse } from './uses.ts'

// Each joining notifies the members. Without a limit, a user who leaves and joins repeatedly could flood them.
const maxJoinsPerDay = 3

type Entering = {
  member: { userId: string; displayName: string; email: string }
  group: GroupSummary
  /** `mayHaveExpired` is true if the user accepts an invitation that was made from the link. */
  link: { id: string; mayHaveExpired: boolean }
}

/**
 * Takes a use of the link, and makes the user a member. If the link needs approval, stores a request to join instead and returns null
 * as `groupId`. Takes back an earlier request of the user to join the group. But if the user has an open request by this link,
 * nothing changes. The transaction must have locked the user's session and the group. The user must not be a member.
 */
export async function enterByLink(
  transaction: UnitOfWork,
  services: Services,
  { member, group, link }: Entering,
): Promise<{ groupId: string | null }> {
  const now = services.clock.now()
  const { userId } = member
  const isOpen = link.mayHaveExpired ? hasUsesLeft() : isUsable(now)
  const isThisLink = eq(inviteLinks.id, link.id)
  if (await hasAsked(transaction, services.clock, { userId, groupId: group.id, linkId: link.id }))
    return { groupId: null }
  const isOther = isRequestOf({ userId, groupId: group.id })
  const ofOther = transaction.select({ id: joinRequests.inviteLinkId }).from(joinRequests).where(isOther)
  await lockLinks(transaction, or(isThisLink, inArray(inviteLinks.id, ofOther)))
  await takeBackRequests(transaction, isOther)
  const used = await takeUse(transaction, and(isThisLink, isOpen, allowsUser(userId)))
  if (used.needsApproval) {
    await storeRequest(transaction, services, { member, group, linkId: link.id })
    return { groupId: null }
  }
  await limitJoins(transaction, services.clock, { userId, groupId: group.id })
  // The creator's list of links shows the number of uses.
  await refreshLists(transaction, [group.id])
  await joinGroup(transaction, services, { member, group, isAvailable: true })
  return { groupId: group.id }
}

async function limitJoins(
  database: Transaction,
  clock: Clock,
  { userId, groupId }: GroupRequest,
): Promise<void> {
  const limit = { key: `joins:${groupId}:${userId}`, most: maxJoinsPerDay, windowMs: dayMs }
  const refusal = 'too-many-requests.joins'
  await consumeOrRefuse({ database, clock }, limit, refusal)
}
