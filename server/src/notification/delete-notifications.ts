import { eq } from 'drizzle-orm'
import type { Transaction } from '#database/database.ts'
import { notifications } from '#database/schema.ts'

/** Deletes the user's own list. Notifications about the user in the lists of others remain, with the name as text. */
export async function deleteNotifications(transaction: Transaction, userId: string): Promise<void> {
  await transaction.delete(notifications).where(eq(notifications.userId, userId))
}
