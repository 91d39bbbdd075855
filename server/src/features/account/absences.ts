import { and, eq, notExists } from 'drizzle-orm'
import { addMs, type Clock, dayMs, dayOf } from '#platform/clock.ts'
import type { Transaction } from '#platform/database/database.ts'
import { sessions, users } from '#platform/database/schema.ts'

const longAbsenceDays = 365

/** Whoever has had no session since this day, or an earlier one, has been absent for long. */
export function longAgo(now: Date): string {
  return dayOf(addMs(now, -longAbsenceDays * dayMs))
}

/** Notes the day if the user has no session any more. The next sign-in forgets it. The user must be locked before the user's sessions. */
export async function noteAbsence(
  transaction: Transaction,
  { clock }: { clock: Clock },
  userId: string,
): Promise<void> {
  const remaining = transaction.select().from(sessions).where(eq(sessions.userId, userId))
  await transaction
    .update(users)
    .set({ absentSince: dayOf(clock.now()) })
    .where(and(eq(users.uid, userId), notExists(remaining)))
}
