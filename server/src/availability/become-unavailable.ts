import { sql } from 'drizzle-orm'
import { rows, type Transaction } from '#database/database.ts'
import { groupTopic } from '#group/topic.ts'
import type { AfterCommit, Services } from '#services.ts'

/** Somebody has signed out: Unavailable in every group. Nobody is notified, every open screen follows. */
export async function becomeUnavailable(
  transaction: Transaction,
  { clock, hub }: Pick<Services, 'clock' | 'hub'>,
  userId: string,
): Promise<AfterCommit> {
  const now = clock.now()
  // Groups are locked in the order of their ids, like everywhere: two people signing out at once cannot wait for each other.
  const changed = await rows<{ groupId: string; version: number }>(
    transaction,
    sql`
      with mine as (
        select g.id from groups g join memberships m on m.group_id = g.id
        where m.user_id = ${userId} and m.status
        order by g.id for update of g
      ), toggled as (
        update memberships m set status = false, last_updated = ${now.toISOString()}
        from mine where m.group_id = mine.id and m.user_id = ${userId} and m.status
        returning m.group_id
      )
      update groups g set version = g.version + 1 from toggled where g.id = toggled.group_id
      returning g.id as "groupId", g.version`,
  )
  return () => {
    for (const { groupId, version } of changed) {
      hub.publish(groupTopic(groupId), ['t', groupId, version, now.getTime(), { [userId]: 0 }])
    }
  }
}
