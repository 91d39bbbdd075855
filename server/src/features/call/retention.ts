import { and, eq, lt, sql } from 'drizzle-orm'
import { addMs, dayMs } from '#platform/clock.ts'
import { commit } from '#platform/database/commit.ts'
import { rows } from '#platform/database/database.ts'
import { deleteAfter, removeInChunks } from '#platform/database/remove-in-chunks.ts'
import { calls, outbox } from '#platform/database/schema.ts'
import { sendTo } from '#platform/live/tell.ts'
import type { Services } from '#services.ts'

const callKeptMs = dayMs
const notificationsAtOnce = 1_000

/** Deletes calls with their answers, all notifications about calls that are gone, and the emails about calls. */
export async function deleteOldCalls(services: Services): Promise<void> {
  await deleteAfter(calls.closedAt, callKeptMs)(services)
  const { database, clock } = services
  const isOldEmail = and(eq(outbox.kind, 'call'), lt(outbox.createdAt, addMs(clock.now(), -callKeptMs)))
  await removeInChunks(database, outbox, isOldEmail)
  for (let deleted = notificationsAtOnce; deleted === notificationsAtOnce; )
    deleted = await deleteSomeNotifications(services)
  await database.execute(sql`
    delete from notices n where ${isOrphaned} and not exists (select from notifications where notice_id = n.id)`)
}

const isOrphaned = sql`n.call_id is not null and not exists (select from calls c where c.id = n.call_id)`

function deleteSomeNotifications(services: Services): Promise<number> {
  return commit(services, async transaction => {
    const deleted = await rows<{ userId: string }>(transaction)`
      delete from notifications where ctid = any(array(
        select t.ctid from notices n join notifications t on t.notice_id = n.id
        where ${isOrphaned} limit ${notificationsAtOnce} for update of t skip locked
      ))
      returning user_id as "userId"`
    for (const { userId } of deleted) sendTo(transaction, userId, ['notifications.changed'])
    return deleted.length
  })
}
