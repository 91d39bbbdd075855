import { eq, sql } from 'drizzle-orm'
import type { Transaction } from '#platform/database/database.ts'
import { calls } from '#platform/database/schema.ts'
import type { Services } from '#services.ts'
import type { CallRow } from './call-store.ts'

/** Ends a call, or opens it again. The group is locked. */
export async function setOutcome(
  transaction: Transaction,
  services: Pick<Services, 'clock'>,
  { id, groupId }: Pick<CallRow, 'id' | 'groupId'>,
  end: Pick<CallRow, 'outcome' | 'closedAt'>,
): Promise<void> {
  await transaction.update(calls).set(end).where(eq(calls.id, id))
  await noteUncalled(transaction, services, groupId)
}

/**
 * Stores for toggles whether an open call of the group may have to ask somebody. Must be called when a call opens or ends. The group is
 * locked. Clocks of nodes differ, so the time is not earlier than the last change of anybody who is not asked.
 */
export async function noteUncalled(
  transaction: Transaction,
  { clock }: Pick<Services, 'clock'>,
  groupId: string,
): Promise<void> {
  await transaction.execute(sql`
    update groups g set uncalled_at = uncalled.at from (
      select case when count(*) > 0 then greatest(max(m.last_updated), ${clock.now().toISOString()}::timestamptz) end as at
      from memberships m join calls c on c.group_id = m.group_id and c.closed_at is null and c.asker_id <> m.user_id
      where m.group_id = ${groupId} and not exists (
        select from called k where k.call_id = c.id and k.user_id = m.user_id
      )
    ) uncalled where g.id = ${groupId} and g.uncalled_at is distinct from uncalled.at`)
}
