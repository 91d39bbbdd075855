import { type SQL, sql } from 'drizzle-orm'
import type { Transaction } from '#platform/database/database.ts'
import type { PushKind } from './push-content.ts'

/** `userIds` is a list of ids or a subquery for ids. */
type Which = { userIds: string[] | SQL; kinds?: PushKind[] } & ({ groupId: string } | { topic: string })

/**
 * Drops what waits for the devices and hooks of the users: pushes and deliveries of notifications about the group or of the topic. With
 * `kinds`, drops only these kinds. What is being sent at this moment can still arrive.
 */
export async function dropPushes(transaction: Transaction, which: Which): Promise<void> {
  const { userIds, kinds } = which
  const isDropped = (item: SQL, push: SQL) => {
    const isOf =
      'topic' in which ? sql`${item}.topic = ${which.topic}` : sql`${push}->'group'->>'id' = ${which.groupId}`
    return kinds ? sql`${isOf} and ${push}->>'kind' in ${kinds}` : isOf
  }
  await transaction.execute(sql`
    delete from pushes where id in (
      select p.id from pushes p join devices d on d.id = p.device_id
      where d.user_id in ${userIds} and ${isDropped(sql`p`, sql`p.content`)} for update of p skip locked
    )`)
  await transaction.execute(sql`
    delete from hook_deliveries where id in (
      select w.id from hook_deliveries w join hooks h on h.id = w.hook_id
      where h.user_id in ${userIds} and ${isDropped(sql`w`, sql`w.content->'push'`)} for update of w skip locked
    )`)
}
