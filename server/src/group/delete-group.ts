import { eq } from 'drizzle-orm'
import { commit } from '#commit/commit.ts'
import { groups, invitations } from '#database/schema.ts'
import { notify } from '#notification/notify.ts'
import type { Services } from '#services.ts'
import { inviteesOf } from './invitees.ts'
import { lockGroupAsCreator, memberIds } from './membership.ts'
import { groupTopic } from './topic.ts'

/** Deletes a group with its memberships and invitations. Refuses 'group-not-found', 'not-group-creator'. */
export async function deleteGroup(
  services: Services,
  input: { userId: string; groupId: string },
): Promise<void> {
  const { clock } = services
  const { userId, groupId } = input
  await commit(services, async transaction => {
    const { name } = await lockGroupAsCreator(
      transaction,
      input,
      'Only the group creator can delete the group.',
    )
    const members = await memberIds(transaction, groupId)
    const invitees = await inviteesOf(transaction, [groupId])
    await transaction.delete(invitations).where(eq(invitations.groupId, groupId))
    await transaction.delete(groups).where(eq(groups.id, groupId))
    transaction.publish(groupTopic(groupId), ['group.left', groupId])
    transaction.dissolve(groupTopic(groupId))
    const group = { id: groupId, name }
    const others = members.filter(member => member !== userId)
    await notify(transaction, clock, { kind: 'group.deleted.actor', recipients: [userId], group })
    await notify(transaction, clock, { kind: 'group.deleted.member', recipients: others, group })
    for (const invitee of invitees) transaction.sendTo(invitee, ['invitations.changed'])
  })
}
