import { sql } from 'drizzle-orm'
import type { Clock } from '#platform/clock.ts'
import { isConfirmed } from '#platform/database/conditions.ts'
import type { Transaction } from '#platform/database/database.ts'

/**
 * Returns the assignments of an SQL statement `update groups g`. `covered` and `now` are SQL expressions. An alert is due when the
 * new side has lasted for a minute, but at the earliest ten minutes after the previous alert of the same side.
 */
export function coverageAssignments(covered: string, now: string): string {
  return `
    covered = ${covered},
    coverage_due_at = case
      when g.needed is null or (${covered} >= g.needed) = (g.coverage_alerted = 'enough') then null
      -- The upper limit matters only if the clock was set back.
      else least(${now} + interval '10 minutes', coalesce(g.coverage_due_at, greatest(
        ${now} + interval '1 minute',
        case g.coverage_alerted when 'enough' then g.short_alerted_at else g.enough_alerted_at end + interval '10 minutes'
      )))
    end`
}

/**
 * Must be called after members have joined or left, but not after `setStatus`, which stores their number itself. An
 * earlier statement of the transaction must have locked the groups.
 */
export async function recountCoverage(
  transaction: Transaction,
  { clock }: { clock: Clock },
  groupIds: string[],
): Promise<void> {
  if (groupIds.length === 0) return
  await transaction.execute(sql`
    update groups g set ${sql.raw(coverageAssignments('counted.covered', 'counted.now'))}
    from (
      select n.id, ${clock.now().toISOString()}::timestamptz as now, (
        select count(*)::int from memberships m where m.group_id = n.id and ${sql.raw(isConfirmed)}
      ) as covered
      from groups n where n.id in ${groupIds} and n.needed is not null
    ) counted
    where g.id = counted.id`)
}
