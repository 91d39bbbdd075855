import { sql } from 'drizzle-orm'
import { commit } from '#platform/database/commit.ts'
import { rows } from '#platform/database/database.ts'
import { sendTo } from '#platform/live/tell.ts'
import type { Services } from '#services.ts'
import { deleteEarlierReadings } from './read-status-notices.ts'
import { ownNumberUpTo } from './status-notice-sql.ts'

/** So many status notices of a user can be marked as read one by one, while earlier ones of the same group are unread. */
const mostSingleReadings = 1_000

/**
 * If the user has more single readings, the older half of those in one group is replaced: all notices of the group up to that place
 * count as read. Without a limit, counting the unread notices would take longer and longer.
 */
export async function limitSingleReadings(services: Services, userId: string): Promise<void> {
  const [largest] = await rows<{ groupId: string; all: number }>(services.database)`
    select group_id as "groupId", (sum(count(*)) over ())::int as all from status_readings
    where user_id = ${userId} group by group_id order by count(*) desc limit 1`
  if (!largest || largest.all <= mostSingleReadings) return
  await commit(services, async transaction => {
    await transaction.execute(sql`select from groups where id = ${largest.groupId} for share`)
    await transaction.execute(sql`
      update memberships m set read_number = middle.number,
        own_since_read = m.notice_count - ${sql.raw(ownNumberUpTo('middle.number'))}
      from (
        select (percentile_disc(0.5) within group (order by number))::int as number
        from status_readings where user_id = ${userId} and group_id = ${largest.groupId}
      ) middle
      where m.group_id = ${largest.groupId} and m.user_id = ${userId} and middle.number > m.read_number`)
    await deleteEarlierReadings(transaction, userId)
    sendTo(transaction, userId, ['notifications.changed'])
  })
}
