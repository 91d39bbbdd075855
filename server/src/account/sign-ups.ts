import { and, asc, eq, inArray, isNotNull, isNull, lt, or } from 'drizzle-orm'
import { addMs, type Clock, dayMs } from '#clock.ts'
import { lockInTransaction } from '#database/advisory-locks.ts'
import type { Database, Queryable, Transaction } from '#database/database.ts'
import { removeInChunks } from '#database/remove-in-chunks.ts'
import { sessions, signUpCodes, signUps, users } from '#database/schema.ts'
import { newId } from '#new-id.ts'
import { endSessions } from './sessions.ts'

export type SignUp = typeof signUps.$inferSelect

export type PendingSignUp = SignUp & { passwordHash: string }

export const signUpLifeMs = 14 * dayMs

export async function listSignUps(on: Queryable, email: string): Promise<SignUp[]> {
  return on
    .select()
    .from(signUps)
    .where(eq(signUps.email, email))
    .orderBy(asc(signUps.createdAt), asc(signUps.id))
}

/**
 * Returns the id of an invite link. Skips sign-ups without an invite link, because strangers may have made them. `signUps` must
 * be in the order of `listSignUps`.
 */
export function newestInviteLinkOf(signUps: SignUp[]): string | null {
  return signUps.findLast(({ inviteLinkId }) => inviteLinkId !== null)?.inviteLinkId ?? null
}

/** Returns the verified or disabled account. Any other account is from an older server version and counts as a sign-up. */
export async function findAccountByEmail(
  on: Queryable,
  email: string,
): Promise<{ id: string; disabledAt: Date | null } | undefined> {
  const [account] = await on
    .select({ id: users.uid, disabledAt: users.disabledAt })
    .from(users)
    .where(and(eq(users.email, email), or(isNotNull(users.emailVerifiedAt), isNotNull(users.disabledAt))))
  return account
}

export async function lockSignUps(transaction: Transaction, email: string): Promise<void> {
  await lockInTransaction(transaction, `sign-up ${email}`)
}

/**
 * Returns null if the address has a verified or disabled account. Ends the links of the sign-ups, but keeps the sign-ups, so that
 * strangers get the same responses as before.
 */
export async function createAccount(
  transaction: Transaction,
  { clock }: { clock: Clock },
  input: { email: string; displayName: string; passwordHash: string | null; signUpId?: string },
): Promise<string | null> {
  const { email, displayName, passwordHash, signUpId } = input
  const [now, uid] = [clock.now(), newId()]
  const values = { displayName, passwordHash, createdAt: now, emailVerifiedAt: now }
  const [account] = await transaction
    .insert(users)
    .values({ uid, email, ...values })
    .onConflictDoUpdate({
      target: users.email,
      set: values,
      setWhere: and(isNull(users.emailVerifiedAt), isNull(users.disabledAt)),
    })
    .returning({ uid: users.uid })
  if (!account) return null
  // A stranger may have made an unverified account on an older server version. This stranger must not stay signed in.
  if (account.uid !== uid) await endSessions(transaction, eq(sessions.userId, account.uid))
  const ofAddress = transaction.select({ id: signUps.id }).from(signUps).where(eq(signUps.email, email))
  await transaction.delete(signUpCodes).where(inArray(signUpCodes.signUpId, ofAddress))
  if (signUpId) await transaction.update(signUps).set({ passwordHash: null }).where(eq(signUps.id, signUpId))
  return account.uid
}

export async function deleteSignUps(on: Queryable, email: string): Promise<void> {
  await on.delete(signUps).where(eq(signUps.email, email))
}

export function isPendingSignUp(signUp: SignUp): signUp is PendingSignUp {
  return signUp.passwordHash !== null
}

export async function deleteExpiredSignUps({
  clock,
  database,
}: {
  clock: Clock
  database: Database
}): Promise<void> {
  await removeInChunks(database, signUps, lt(signUps.createdAt, addMs(clock.now(), -signUpLifeMs)))
}
