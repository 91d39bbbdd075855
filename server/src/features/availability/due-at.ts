import { type SQL, sql } from 'drizzle-orm'
import type { Transaction } from '#platform/database/database.ts'

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
 * Returns in SQL when the server must next remind or ask an Available member, or make the member Unavailable. `status`, `asked_at`
 * and so on are the columns after a change. `since` is when the availability began.
 */
export function dueAt(of: {
  columns: Record<'status' | 'until' | 'since' | 'confirmedAt' | 'askedAt' | 'endsUnanswered', string>
  interval: string
  now: string
}): string {
  const { status, until, since, confirmedAt, askedAt, endsUnanswered } = of.columns
  const reminder = `${until} - interval '${remindedBeforeMs} ms'`
  return `case when ${status} then least(
    case when ${reminder} > ${of.now} then ${reminder} else ${until} end,
    case
      when ${askedAt} is null then greatest(${since}, ${confirmedAt}) + ${of.interval} * interval '1 minute'
      when ${endsUnanswered} then ${askedAt} + interval '${answerMs} ms'
    end
  ) end`
}

/** Stores the next due times after a reminder, or after a change of a setting. A condition is one in SQL for `memberships m`. */
export async function setDueTimes(
  transaction: Transaction,
  memberships: MembershipKey[] | SQL,
  now: Date,
): Promise<void> {
  const where = Array.isArray(memberships) ? isAmong(memberships) : memberships
  const due = dueAt({
    columns: {
      status: 'm.status',
      until: 'm.available_until',
      since: 'm.last_updated',
      confirmedAt: 'm.confirmed_at',
      askedAt: 'm.asked_at',
      endsUnanswered: 'm.ends_unanswered',
    },
    interval: 'least(g.asking_interval, m.asking_interval)',
    now: `'${now.toISOString()}'::timestamptz`,
  })
  await transaction.execute(sql`
    update memberships m set due_at = ${sql.raw(due)} from groups g where g.id = m.group_id and ${where}`)
}
