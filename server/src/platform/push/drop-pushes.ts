import { type SQL, sql } from 'drizzle-orm'
import type { Transaction } from '#platform/database/database.ts'
import type { PushKind } from './push-content.ts'

type Which = { userIds: string[]; groupId: string; kinds?: PushKind[] }

/**
 * Drops what waits for the devices and hooks of the users: pushes about the group, and deliveries of notifications about the group.
 * With `kinds`, drops only these kinds. What is being sent at this moment can still arrive.
 */
export async function dropPushes(
  transaction: Transaction,
  { userIds, groupId, kinds }: Which,
): Promise<void> {
  const isDropped = (push: SQL) =>
    sql`${push}->'group'->>'id' = ${groupId} and ${kinds ? sql`${push}->>'kind' in ${kinds}` : sql`true`}`
  await transaction.execute(sql`
    delete from pushes where id in (
      select p.id from pushes p join devices d on d.id = p.device_id
      where d.user_id in ${userIds} and ${isDropped(sql`p.content`)} for update of p skip locked
    )`)
  await transaction.execute(sql`
    delete from hook_deliveries where id in (
      select w.id from hook_deliveries w join hooks h on h.id = w.hook_id
      where h.user_id in ${userIds} and ${isDropped(sql`w.content->'push'`)} for update of w skip locked
    )`)
}

/** Drops what waits about a topic, for the devices and hooks of one user or of everybody. */
export async function dropTopic(transaction: Transaction, topic: string, userId?: string): Promise<void> {
  const isOf = userId === undefined ? sql`true` : sql`user_id = ${userId}`
  await transaction.execute(sql`
    delete from pushes where topic = ${topic} and device_id in (select id from devices where ${isOf})`)
  await transaction.execute(sql`
    delete from hook_deliveries where topic = ${topic} and hook_id in (select id from hooks where ${isOf})`)
}
