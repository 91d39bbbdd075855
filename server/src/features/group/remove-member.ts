import { lockUser } from '#features/account/lock-session.ts'
import { notify } from '#features/notification/notify.ts'
import { commit } from '#platform/database/commit.ts'
import { removedMembers } from '#platform/database/schema.ts'
import { Problem } from '#platform/problem.ts'
import type { Services } from '#services.ts'
import { endMembership } from './end-membership.ts'
import { isDeputy, lockGroupAsAdmin } from './membership.ts'

/** Notifies only the removed user, who can no longer join by the group's present invite links. */
export async function removeMember(
  services: Services,
  { adminId, groupId, userId }: { adminId: string; groupId: string; userId: string },
): Promise<void> {
  const { clock } = services
  await commit(services, async transaction => {
    // The user is locked before the group, as in the deletion of an account. Otherwise the two transactions could deadlock.
    await lockUser(transaction, userId, 'key share')
    const group = await lockGroupAsAdmin(transaction, { groupId, userId: adminId })
    if (userId === group.createdBy) throw new Problem('creator-cannot-leave.remove')
    if (group.createdBy !== adminId && (await isDeputy(transaction, { groupId, userId })))
      throw new Problem('not-group-creator')
    if (!(await endMembership(transaction, services, { groupId, userId })))
      throw new Problem('member-not-found')
    const removedAt = clock.now()
    await transaction
      .insert(removedMembers)
      .values({ groupId, userId, removedAt })
      .onConflictDoUpdate({ target: [removedMembers.groupId, removedMembers.userId], set: { removedAt } })
    await notify(transaction, clock, { kind: 'membership.removed', recipients: [userId], group })
  })
}
