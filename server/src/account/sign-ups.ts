import { and, asc, eq, inArray, isNotNull, isNull, lt, or } from 'drizzle-orm'
import { addMs, type Clock, dayMs } from '#clock.ts'
import { lockInTransaction } from '#database/advisory-locks.ts'
import type { Database, Queryable, Transaction } from '#database/database.ts'
import { removeInChunks } from '#database/remove-in-chunks.ts'
import { signUpCodes, signUps, users } from '#database/schema.ts'
import { newId } from '#new-id.ts'

export type SignUp = typeof signUps.$inferSelect

/** One that can still make an account. */
export type WaitingSignUp = SignUp & { passwordHash: string }

/** Sign-ups are forgotten after this long. */
export const signUpLifeMs = 14 * dayMs

/** The sign-ups of an address, the oldest first. */
export async function signUpsOf(on: Queryable, email: string): Promise<SignUp[]> {
  return on
    .select()
    .from(signUps)
    .where(eq(signUps.email, email))
    .orderBy(asc(signUps.createdAt), asc(signUps.id))
}

/** The account with an address. One that an older server made and nobody verified is none. */
export async function accountWith(
  on: Queryable,
  email: string,
): Promise<{ id: string; disabledAt: Date | null } | undefined> {
  const [account] = await on
    .select({ id: users.uid, disabledAt: users.disabledAt })
    .from(users)
    .where(and(eq(users.email, email), or(isNotNull(users.emailVerifiedAt), isNotNull(users.disabledAt))))
  return account
}

/** Lets the sign-ups of one address come one after the other. */
export async function lockSignUps(transaction: Transaction, email: string): Promise<void> {
  await lockInTransaction(transaction, `sign-up ${email}`)
}

/**
 * Makes the account of an address whose mailbox is proven, and ends the links of its sign-ups. The unique address decides, so
 * of many at once exactly one wins: the others get null. The sign-ups stay until they expire: a stranger who made one cannot
 * tell that there is an account now.
 */
export async function makeAccount(
  transaction: Transaction,
  { clock }: { clock: Clock },
  input: { email: string; displayName: string; passwordHash: string; signUpId?: string },
): Promise<string | null> {
  const { email, displayName, passwordHash, signUpId } = input
  const now = clock.now()
  const made = { displayName, passwordHash, createdAt: now, emailVerifiedAt: now }
  const [account] = await transaction
    .insert(users)
    .values({ uid: newId(), email, ...made })
    .onConflictDoUpdate({
      target: users.email,
      set: made,
      setWhere: and(isNull(users.emailVerifiedAt), isNull(users.disabledAt)),
    })
    .returning({ uid: users.uid })
  if (!account) return null
  const ofAddress = transaction.select({ id: signUps.id }).from(signUps).where(eq(signUps.email, email))
  await transaction.delete(signUpCodes).where(inArray(signUpCodes.signUpId, ofAddress))
  // Its password is the account's now, and changes with it.
  if (signUpId) await transaction.update(signUps).set({ passwordHash: null }).where(eq(signUps.id, signUpId))
  return account.uid
}

/** Forgets what was signed up with an address. */
export async function deleteSignUps(on: Queryable, email: string): Promise<void> {
  await on.delete(signUps).where(eq(signUps.email, email))
}

export function isWaiting(signUp: SignUp): signUp is WaitingSignUp {
  return signUp.passwordHash !== null
}

/** Forgets sign-ups after 14 days. */
export async function purgeSignUps({ clock, database }: { clock: Clock; database: Database }): Promise<void> {
  await removeInChunks(database, signUps, lt(signUps.createdAt, addMs(clock.now(), -signUpLifeMs)))
}
