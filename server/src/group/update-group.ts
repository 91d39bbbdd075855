import type { Group } from '@grouplight/contract/group.ts'
import { eq, sql } from 'drizzle-orm'
import { groups } from '#database/schema.ts'
import type { Services } from '#services.ts'
import { requireCreator } from './membership.ts'
import { readGroup } from './read-groups.ts'
import { groupTopic } from './topic.ts'

/** Changes name and description. Refuses 'group-not-found', 'not-group-creator'. */
export async function updateGroup(
  services: Services,
  input: { userId: string; groupId: string; name: string; description: string },
): Promise<Group> {
  const { database, hub } = services
  const { groupId, name, description } = input
  const group = await database.transaction(async transaction => {
    await requireCreator(transaction, input, 'Only the group creator can change the settings.')
    await transaction
      .update(groups)
      .set({ name, description, version: sql`${groups.version} + 1` })
      .where(eq(groups.id, groupId))
    return readGroup({ database: transaction }, input)
  })
  hub.publish(groupTopic(groupId), ['group.changed', groupId, group.version])
  return group
}
