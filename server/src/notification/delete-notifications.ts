import { eq } from 'drizzle-orm'
import type { Transaction } from '#database/database.ts'
import { notifications } from '#database/schema.ts'

/** Deletes all notifications of a user. Other users' notifications about this user stay and keep the name as text. */
export async function deleteNotifications(transaction: Transaction, userId: string): Promise<void> {
  await transaction.delete(notifications).where(eq(notifications.userId, userId))
}
