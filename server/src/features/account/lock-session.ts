import { and, asc, eq, gt } from 'drizzle-orm'
import type { Transaction } from '#platform/database/database.ts'
import { sessions, users } from '#platform/database/schema.ts'
import { Problem } from '#platform/problem.ts'
import type { Caller } from '#services.ts'

type UserLock = 'key share' | 'no key update'

/** By default, operations of the same user that also call this run one after the other. So together they cannot exceed a maximum. */
export async function lockUser(
  transaction: Transaction,
  userId: string,
  strength: UserLock = 'no key update',
): Promise<void> {
  await transaction.select({ id: users.uid }).from(users).where(eq(users.uid, userId)).for(strength)
}

/**
 * Throws the Problem 'unauthenticated' if the session has ended. Without the lock, a concurrent sign-out could miss what the
 * transaction stores: for example, the user could stay Available in a group that they have just joined. If the transaction
 * makes the user a member, pass 'no key update': a later, stronger lock on the user could deadlock.
 */
export async function lockSession(
  transaction: Transaction,
  { userId, tokenHash }: Pick<Caller, 'userId' | 'tokenHash'>,
  userLock: UserLock = 'key share',
): Promise<void> {
  // The user is locked before the user's sessions. This order prevents deadlocks.
  await lockUser(transaction, userId, userLock)
  const [locked] = await transaction
    .select({ userId: sessions.userId })
    .from(sessions)
    .where(eq(sessions.tokenHash, tokenHash))
    .for('key share')
  if (!locked) throw new Problem('unauthenticated')
}

/** Locks the user and the user's valid sessions. Returns false without a valid session: then the user may not be Available. */
export async function lockSessionsOf(transaction: Transaction, userId: string, now: Date): Promise<boolean> {
  await lockUser(transaction, userId)
  const locked = await transaction
    .select({ userId: sessions.userId })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, now)))
    .orderBy(asc(sessions.tokenHash))
    .for('key share')
  return locked.length > 0
}
