import { eq } from 'drizzle-orm'
import type { Transaction } from '#database/database.ts'
import { sessions, users } from '#database/schema.ts'
import { Problem } from '#problem.ts'
import type { Caller } from './sessions.ts'

/**
 * Holds the session somebody stands on until the transaction ends. For what makes them Available: they sign out before it or
 * after it, and never come out Available for having been too quick. Refuses 'unauthenticated' when the session is over.
 */
export async function lockSession(
  transaction: Transaction,
  { userId, tokenHash }: Pick<Caller, 'userId' | 'tokenHash'>,
): Promise<void> {
  // The person before the session, as a reset and a deletion take them: nobody waits in a circle.
  await transaction.select({ id: users.uid }).from(users).where(eq(users.uid, userId)).for('key share')
  const [held] = await transaction
    .select({ userId: sessions.userId })
    .from(sessions)
    .where(eq(sessions.tokenHash, tokenHash))
    .for('key share')
  if (!held) throw new Problem('unauthenticated', 'Please sign in.')
}
