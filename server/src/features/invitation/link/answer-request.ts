import { and, eq } from 'drizzle-orm'
import { lockSessionsOf } from '#features/account/lock-session.ts'
import { isOpenRequest } from '#features/group/invite-links.ts'
import { joinGroup } from '#features/group/join-group.ts'
import { type GroupSummary, lockGroupAsAdmin } from '#features/group/membership.ts'
import { refreshLists } from '#features/group/refresh-groups.ts'
import { notify } from '#features/notification/notify.ts'
import type { Clock } from '#platform/clock.ts'
import { commit } from '#platform/database/commit.ts'
import type { Transaction } from '#platform/database/database.ts'
import { joinRequests, users } from '#platform/database/schema.ts'
import { Problem } from '#platform/problem.ts'
import type { Services, UnitOfWork } from '#services.ts'
import { isRequestOf } from './requests.ts'
import { giveUseBack } from './uses.ts'

type Answer = { adminId: string; groupId: string; userId: string }

/** A user without a valid session becomes an Unavailable member. */
export async function admitToGroup(services: Services, answer: Answer): Promise<void> {
  const { clock } = services
  const { userId } = answer
  await commit(services, async transaction => {
    const isAvailable = await lockSessionsOf(transaction, userId, clock.now())
    const group = await lockAsAdmin(transaction, answer)
    const { displayName, email } = await removeRequest(transaction, clock, answer)
    await joinGroup(transaction, services, { member: { userId, displayName, email }, group, isAvailable })
    await notifyAnswered(transaction, clock, { kind: 'invite.admitted', group, userId })
  })
}

export async function declineJoinRequest(services: Services, answer: Answer): Promise<void> {
  const { clock } = services
  await commit(services, async transaction => {
    const group = await lockAsAdmin(transaction, answer)
    const { linkId } = await removeRequest(transaction, clock, answer)
    await giveUseBack(transaction, linkId)
    await notifyAnswered(transaction, clock, { kind: 'invite.refused', group, userId: answer.userId })
  })
}

function lockAsAdmin(transaction: Transaction, { adminId, groupId }: Answer): Promise<GroupSummary> {
  return lockGroupAsAdmin(transaction, { groupId, userId: adminId })
}

async function removeRequest(
  transaction: Transaction,
  clock: Clock,
  answer: Answer,
): Promise<{ linkId: string; displayName: string; email: string }> {
  const [removed] = await transaction
    .delete(joinRequests)
    .where(and(isRequestOf(answer), isOpenRequest(clock.now())))
    .returning({ linkId: joinRequests.inviteLinkId })
  const [user] = await transaction
    .select({ displayName: users.displayName, email: users.email })
    .from(users)
    .where(eq(users.uid, answer.userId))
  if (!removed || !user) throw new Problem('request-not-found')
  return { ...removed, ...user }
}

async function notifyAnswered(
  transaction: UnitOfWork,
  clock: Clock,
  answered: { kind: 'invite.admitted' | 'invite.refused'; group: GroupSummary; userId: string },
): Promise<void> {
  const { kind, group, userId } = answered
  await refreshLists(transaction, [group.id])
  await notify(transaction, clock, { kind, recipients: [userId], group })
}
