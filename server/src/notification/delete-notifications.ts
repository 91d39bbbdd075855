import { eq } from 'drizzle-orm'
import type { Transaction } from '#database/database.ts'
import { notifications } from '#database/schema.ts'

/** Deletes the notifications of a user. Those that others have about the user stay, with the name as it was. */
export async function deleteNotifications(transaction: Transaction, userId: string): Promise<void> {
  await transaction.delete(notifications).where(eq(notifications.userId, userId))
}
