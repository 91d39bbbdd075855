import type { Group } from '@grouplight/contract/group.ts'
import { eq, sql } from 'drizzle-orm'
import { groups } from '#database/schema.ts'
import type { Services } from '#services.ts'
import { inviteesOf } from './invitees.ts'
import { limitGroupChanges } from './limit-changes.ts'
import { lockAsCreator } from './membership.ts'
import { readGroup } from './read-groups.ts'
import { groupTopic } from './topic.ts'

/** Changes name and description. Refuses 'group-not-found', 'not-group-creator', 'too-many-requests'. */
export async function updateGroup(
  services: Services,
  input: { userId: string; groupId: string; name: string; description: string },
): Promise<Group> {
  const { database, hub } = services
  const { groupId, name, description } = input
  const { group, invitees } = await database.transaction(async transaction => {
    await lockAsCreator(transaction, input, 'Only the group creator can change the settings.')
    await limitGroupChanges(transaction, services, input.userId)
    await transaction
      .update(groups)
      .set({ name, description, version: sql`${groups.version} + 1` })
      .where(eq(groups.id, groupId))
    return {
      group: await readGroup({ database: transaction }, input),
      invitees: await inviteesOf(transaction, [groupId]),
    }
  })
  hub.publish(groupTopic(groupId), ['group.changed', groupId, group.version])
  for (const invitee of invitees) hub.sendTo(invitee, ['invitations.changed'])
  return group
}
