import { eq, inArray } from 'drizzle-orm'
import type { Transaction } from '#platform/database/database.ts'
import { notices, notifications } from '#platform/database/schema.ts'
import { sendTo } from '#platform/live/tell.ts'
import type { UnitOfWork } from '#services.ts'

/** Each `userId` must be the only recipient of the notice `noticeId`. Members without a notice are skipped. */
export async function removeNotices(
  transaction: UnitOfWork,
  members: { userId: string; noticeId: number | null }[],
): Promise<void> {
  const found = members.filter(({ noticeId }) => noticeId !== null)
  if (found.length === 0) return
  const ids = found.map(({ noticeId }) => noticeId ?? 0)
  await transaction.delete(notifications).where(inArray(notifications.noticeId, ids))
  await transaction.delete(notices).where(inArray(notices.id, ids))
  for (const { userId } of found) sendTo(transaction, userId, ['notifications.changed'])
}

/** Notifications about the user in the lists of other users remain, with the user's name. */
export async function deleteNotifications(transaction: Transaction, userId: string): Promise<void> {
  await transaction.delete(notifications).where(eq(notifications.userId, userId))
}
