import { type SQL, sql } from 'drizzle-orm'
import type { Transaction } from '#database/database.ts'

export type MembershipKey = { groupId: string; userId: string }

export function keyOf({ groupId, userId }: MembershipKey): string {
  return `${groupId} ${userId}`
}

/** A member is reminded this long before the end of the availability. */
export const remindedBeforeMs = 5 * 60_000

/** If the member has chosen so, an availability ends this long after a question, unless the member answers. */
export const answerMs = 30 * 60_000

/** Returns an SQL condition that is true for the rows of `memberships m` with these keys. */
export function isAmong(keys: MembershipKey[]): SQL {
  return sql`(m.group_id, m.user_id) in (
    select * from unnest(
      ${sql.param(keys.map(({ groupId }) => groupId))}::text[], ${sql.param(keys.map(({ userId }) => userId))}::text[]
    )
  )`
}

/**
 * Stores when the server must next act on these memberships, which are given as keys or as an SQL condition for `memberships m`.
 * Must be called after every change of an end, a question, a confirmation or an interval. Exceptions are the statements that set
 * `due_at` themselves: `toggleStatement`, those that make members Unavailable, and the one that adds a member.
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
