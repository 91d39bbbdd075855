import type { Group } from '@grouplight/contract/group.ts'
import { eq } from 'drizzle-orm'
import { commit } from '#platform/database/commit.ts'
import { groups } from '#platform/database/schema.ts'
import type { Services } from '#services.ts'
import { limitGroupChanges } from './limit-changes.ts'
import { type GroupRequest, lockGroupAsAdmin, publishNextVersion } from './membership.ts'
import { readGroup } from './read-groups.ts'
import { refreshInvitees } from './refresh-groups.ts'

export async function updateGroup(
  services: Services,
  input: GroupRequest & { name: string; description: string; zone: string },
): Promise<Group> {
  const { groupId, name, description } = input
  return commit(services, async transaction => {
    await lockGroupAsAdmin(transaction, input)
    await limitGroupChanges(transaction, services, input.userId)
    await transaction.update(groups).set({ name, description }).where(eq(groups.id, groupId))
    await publishNextVersion(transaction, groupId)
    await refreshInvitees(transaction, [groupId])
    return readGroup({ database: transaction, clock: services.clock }, input)
  })
}
