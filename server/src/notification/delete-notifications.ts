import { eq } from 'drizzle-orm'
import type { Transaction } from '#database/database.ts'
import { notifications } from '#database/schema.ts'

/** The notifications of other users about this user remain. They contain the name as text. */
export async function deleteNotifications(transaction: Transaction, userId: string): Promise<void> {
  await transaction.delete(notifications).where(eq(notifications.userId, userId))
}
