import { and, asc, eq, gt } from 'drizzle-orm'
import type { Transaction } from '#database/database.ts'
import { sessions, users } from '#database/schema.ts'
import { Problem } from '#problem.ts'
import type { Caller } from './sessions.ts'

/**
 * Locks the caller's session. Throws the Problem 'unauthenticated' if the session has ended. Without the lock, a concurrent
 * sign-out could miss what the transaction stores. For example, the user could stay Available in a group that they have just
 * joined, or a new device could keep ringing. An operation that makes the user a member also needs the lock 'no key update' on
 * the user. It must pass this lock as `userLock`. If it took the lock only after locking the session, it could deadlock with the
 * end of a session.
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
 * Locks all valid sessions of a user and returns whether there are any. This function is called when somebody else makes the user
 * a member, because a new member becomes Available only if signed in.
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
