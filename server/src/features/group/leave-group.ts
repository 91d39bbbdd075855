import { eq } from 'drizzle-orm'
import { notify } from '#features/notification/notify.ts'
import { commit } from '#platform/database/commit.ts'
import { users } from '#platform/database/schema.ts'
import { Problem } from '#platform/problem.ts'
import type { Services } from '#services.ts'
import { endMembership, notifyLeft } from './end-membership.ts'
import { type GroupRequest, groupNotFound, lockGroup } from './membership.ts'

export async function leaveGroup(services: Services, input: GroupRequest): Promise<void> {
  const { clock } = services
  const { userId, groupId } = input
  await commit(services, async transaction => {
    const group = await lockGroup(transaction, groupId)
    if (!group) throw groupNotFound()
    if (group.createdBy === userId) throw new Problem('creator-cannot-leave')
    if (!(await endMembership(transaction, services, input))) throw groupNotFound()
    const [member] = await transaction
      .select({ displayName: users.displayName })
      .from(users)
      .where(eq(users.uid, userId))
    const notice = { group, about: { userId, displayName: member?.displayName ?? '' } }
    await notify(transaction, clock, { kind: 'membership.left.actor', recipients: [userId], ...notice })
    await notifyLeft(transaction, clock, notice)
  })
}
