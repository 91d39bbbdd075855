import type { Group } from '@grouplight/contract/group.ts'
import { sql } from 'drizzle-orm'
import { commit } from '#platform/database/commit.ts'
import { isConfirmed } from '#platform/database/conditions.ts'
import { rows, type Transaction } from '#platform/database/database.ts'
import type { Services } from '#services.ts'
import { limitGroupChanges } from './limit-changes.ts'
import { type GroupRequest, lockGroupAsAdmin, publishNextVersion } from './membership.ts'
import { readGroup } from './read-groups.ts'
import { markOtherAlertsRead } from './send-coverage-alerts.ts'

/** Null removes the needed number. */
export async function setNeeded(
  services: Services,
  input: GroupRequest & { needed: number | null; zone: string },
): Promise<Group> {
  const { groupId, needed } = input
  return commit(services, async transaction => {
    await lockGroupAsAdmin(transaction, input)
    const changed = await storeNeeded(transaction, groupId, needed)
    if (changed) {
      await limitGroupChanges(transaction, services, input.userId)
      await markOtherAlertsRead(transaction, groupId, changed.side)
      await publishNextVersion(transaction, groupId)
    }
    return readGroup({ database: transaction, clock: services.clock }, input)
  })
}

/**
 * A change causes no alert, because the new side is stored as `coverage_alerted`. Returns this side, or undefined if the number is the
 * same as before.
 */
export async function storeNeeded(
  transaction: Transaction,
  groupId: string,
  needed: number | null,
): Promise<{ side: 'short' | 'enough' | null } | undefined> {
  const [changed] = await rows<{ side: 'short' | 'enough' | null }>(transaction)`
    update groups g set needed = wanted.needed, coverage_due_at = null,
      covered = case when wanted.needed is not null then counted.covered end,
      coverage_alerted = case
        when wanted.needed is null then null
        when counted.covered >= wanted.needed then 'enough'
        else 'short'
      end
    from (select ${needed}::int as needed) wanted, (
      select count(*)::int as covered from memberships m where m.group_id = ${groupId} and ${sql.raw(isConfirmed)}
    ) counted
    where g.id = ${groupId} and g.needed is distinct from wanted.needed
    returning g.coverage_alerted as side`
  return changed
}
