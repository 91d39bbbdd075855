import { eq } from 'drizzle-orm'
import type { Transaction } from '#database/database.ts'
import { notifications } from '#database/schema.ts'

/** Removes everything somebody was told: their account goes. What others were told about them stays, as text. */
export async function forgetNotifications(transaction: Transaction, userId: string): Promise<void> {
  await transaction.delete(notifications).where(eq(notifications.userId, userId))
}
