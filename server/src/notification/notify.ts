import type { NotificationAction, NotificationType } from '@grouplight/contract/notification.ts'
import { and, eq, lt, notExists, sql } from 'drizzle-orm'
import { type Clock, dayMs, later } from '#clock.ts'
import type { Queryable, Transaction } from '#database/database.ts'
import { notices, notifications } from '#database/schema.ts'

export type Notice = {
  type: NotificationType
  action: NotificationAction
  message: string
  recipients: string[]
  group?: { id: string; name: string }
  about?: { userId: string; displayName: string }
}

/** Tells each recipient once, in the transaction of what happened. Whoever commits it publishes 'notifications.changed'. */
export async function notify(transaction: Transaction, clock: Clock, notice: Notice): Promise<void> {
  if (notice.recipients.length === 0) return
  const { type, action, message, recipients, group, about } = notice
  const [written] = await transaction
    .insert(notices)
    .values({
      type,
      action,
      message,
      createdAt: clock.now(),
      relatedGroupId: group?.id,
      relatedGroupName: group?.name,
      relatedUserId: about?.userId,
      relatedUserName: about?.displayName,
    })
    .returning({ id: notices.id })
  if (!written) throw new Error('A notice was not written')
  await transaction.insert(notifications).values(recipients.map(userId => ({ userId, noticeId: written.id })))
}

const keptReadMs = 90 * dayMs

/** Removes notifications that were read and are older than 90 days, then the notices that nobody has any more. */
export async function sweepNotifications({
  database,
  clock,
}: {
  database: Queryable
  clock: Clock
}): Promise<void> {
  const old = lt(notices.createdAt, later(clock.now(), -keptReadMs))
  await database
    .delete(notifications)
    .where(
      and(
        eq(notifications.read, true),
        sql`${notifications.noticeId} in (select ${notices.id} from ${notices} where ${old})`,
      ),
    )
  const kept = database
    .select({ one: sql`1` })
    .from(notifications)
    .where(eq(notifications.noticeId, notices.id))
  await database.delete(notices).where(and(old, notExists(kept)))
}
