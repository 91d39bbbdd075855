import type { Group, Skipped } from '@grouplight/contract/group.ts'
import { lockSession } from '#account/lock-session.ts'
import type { Caller } from '#account/sessions.ts'
import { createGroup } from '#group/create-group.ts'
import { readGroup } from '#group/read-groups.ts'
import { groupTopic } from '#group/topic.ts'
import type { Services } from '#services.ts'
import { announceInvitations, invite } from './invite-members.ts'

/**
 * Creates a group and invites its first people, all or nothing. Refuses 'too-many-groups', 'too-many-invitations',
 * 'too-many-requests', and 'unauthenticated' to who has signed out meanwhile.
 */
export async function createGroupWithInvitations(
  services: Services,
  input: { inviter: Caller; name: string; description: string; inviteEmails: string[] },
): Promise<Group & { skipped: Skipped[] }> {
  const { database, hub } = services
  const { inviter, inviteEmails, name, description } = input
  const { userId } = inviter
  const { group, invited, skipped } = await database.transaction(async transaction => {
    await lockSession(transaction, inviter)
    const { id } = await createGroup(transaction, services, { userId, name, description })
    const { invited, skipped } = await invite(transaction, services, {
      inviter,
      group: { id, name },
      emails: inviteEmails,
      message: '',
    })
    return { group: await readGroup({ database: transaction }, { userId, groupId: id }), invited, skipped }
  })
  hub.follow(userId, groupTopic(group.id))
  hub.sendTo(userId, ['group.joined', group.id])
  hub.sendTo(userId, ['notifications.changed'])
  await announceInvitations(services, {
    groupId: group.id,
    inviterId: userId,
    emails: invited.map(({ email }) => email),
  })
  return { ...group, skipped }
}
