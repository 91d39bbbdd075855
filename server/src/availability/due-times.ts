import { type SQL, sql } from 'drizzle-orm'
import type { Transaction } from '#database/database.ts'

export type MembershipKey = { groupId: string; userId: string }

export function keyOf({ groupId, userId }: MembershipKey): string {
  return `${groupId} ${userId}`
}

/** How long before the end of an availability the member is reminded of the end. */
export const remindedBeforeMs = 5 * 60_000

/** How long a member who has chosen `endsUnanswered` can answer a question before the availability ends. */
export const answerMs = 30 * 60_000

/** Returns the condition in SQL that the row of `memberships m` has one of the keys. */
export function isAmong(keys: MembershipKey[]): SQL {
  return sql`(m.group_id, m.user_id) in (
    select * from unnest(
      ${sql.param(keys.map(({ groupId }) => groupId))}::text[], ${sql.param(keys.map(({ userId }) => userId))}::text[]
    )
  )`
}

/**
 * Stores when the server must next act on the memberships. They are given as keys, or as a condition in SQL for `memberships m`.
 * Must be called after a change of an end, a question, a confirmation or an interval, unless the statement of the change sets `due_at`.
 */
export async function setDueTimes(
  transaction: Transaction,
  memberships: MembershipKey[] | SQL,
  now: Date,
): Promise<void> {
  if (Array.isArray(memberships) && memberships.length === 0) return
  const where = Array.isArray(memberships) ? isAmong(memberships) : memberships
  const reminder = sql`m.available_until - ${remindedBeforeMs} * interval '1 ms'`
  await transaction.execute(sql`
    update memberships m set due_at = case when m.status then least(
      case when ${reminder} > ${now.toISOString()}::timestamptz then ${reminder} else m.available_until end,
      case
        when m.asked_at is null
          then greatest(m.last_updated, m.confirmed_at) + least(g.asking_interval, m.asking_interval) * interval '1 minute'
        when m.ends_unanswered then m.asked_at + ${answerMs} * interval '1 ms'
      end
    ) end
    from groups g where g.id = m.group_id and ${where}`)
}
