import { eq } from 'drizzle-orm'
import type { Transaction } from '#database/database.ts'
import { sessions, users } from '#database/schema.ts'
import { Problem } from '#problem.ts'
import type { Caller } from './sessions.ts'

/**
 * Locks the caller's session until the transaction ends. For everything that makes a user Available: signing out comes before it
 * or after it, so that nobody who has signed out stays Available. Refuses 'unauthenticated' when the session has ended.
 */
export async function lockSession(
  transaction: Transaction,
  { userId, tokenHash }: Pick<Caller, 'userId' | 'tokenHash'>,
): Promise<void> {
  // The user is locked before the session, as everywhere, so this cannot deadlock.
  await transaction.select({ id: users.uid }).from(users).where(eq(users.uid, userId)).for('key share')
  const [locked] = await transaction
    .select({ userId: sessions.userId })
    .from(sessions)
    .where(eq(sessions.tokenHash, tokenHash))
    .for('key share')
  if (!locked) throw new Problem('unauthenticated', 'Please sign in.')
}
