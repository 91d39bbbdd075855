import { and, asc, eq, gt } from 'drizzle-orm'
import type { Transaction } from '#database/database.ts'
import { sessions, users } from '#database/schema.ts'
import { Problem } from '#problem.ts'
import type { Caller } from './sessions.ts'

/**
 * Locks the caller's session. Every operation that makes a user Available or adds a device needs this lock. Without the lock, a
 * concurrent sign-out could leave the user Available or the device ringing. An operation that makes the user a member passes
 * 'no key update', because it needs this stronger lock on the user later. If it took the lock only then, it could deadlock with
 * the end of a session.
 */
export async function lockSession(
  transaction: Transaction,
  { userId, tokenHash }: Pick<Caller, 'userId' | 'tokenHash'>,
  userLock: 'key share' | 'no key update' = 'key share',
): Promise<void> {
  // A transaction that locks a user and the user's sessions locks the user first. This order prevents deadlocks.
  await transaction.select({ id: users.uid }).from(users).where(eq(users.uid, userId)).for(userLock)
  const [locked] = await transaction
    .select({ userId: sessions.userId })
    .from(sessions)
    .where(eq(sessions.tokenHash, tokenHash))
    .for('key share')
  if (!locked) throw new Problem('unauthenticated', 'Please sign in.')
}

/**
 * Locks all valid sessions of a user and returns whether there are any. It is called when somebody else makes the user a member:
 * only a user who is signed in may become Available.
 */
export async function lockSessionsOf(transaction: Transaction, userId: string, now: Date): Promise<boolean> {
  await transaction.select({ id: users.uid }).from(users).where(eq(users.uid, userId)).for('no key update')
  const locked = await transaction
    .select({ userId: sessions.userId })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, now)))
    .orderBy(asc(sessions.tokenHash))
    .for('key share')
  return locked.length > 0
}
