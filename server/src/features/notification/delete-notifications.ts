import { eq } from 'drizzle-orm'
import type { Transaction } from '#platform/database/database.ts'
import { notifications } from '#platform/database/schema.ts'

/** Notifications about the user in the lists of other users remain, with the user's name. */
export async function deleteNotifications(transaction: Transaction, userId: string): Promise<void> {
  await transaction.delete(notifications).where(eq(notifications.userId, userId))
}
