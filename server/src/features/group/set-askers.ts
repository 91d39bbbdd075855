import type { Askers } from '@grouplight/contract/call.ts'
import type { Group } from '@grouplight/contract/group.ts'
import { eq } from 'drizzle-orm'
import { commit } from '#platform/database/commit.ts'
import { groups } from '#platform/database/schema.ts'
import type { Services } from '#services.ts'
import { limitGroupChanges } from './limit-changes.ts'
import { type GroupRequest, lockGroupAsCreator, publishNextVersion } from './membership.ts'
import { readGroup } from './read-groups.ts'

/** Null: nobody may ask around. Calls that are open stay open. */
export async function setAskers(
  services: Services,
  input: GroupRequest & { askers: Askers | null; zone: string },
): Promise<Group> {
  const { groupId, askers } = input
  return commit(services, async transaction => {
    await lockGroupAsCreator(transaction, input)
    await limitGroupChanges(transaction, services, input.userId)
    await transaction.update(groups).set({ askers }).where(eq(groups.id, groupId))
    await publishNextVersion(transaction, groupId)
    return readGroup({ database: transaction, clock: services.clock }, input)
  })
}
