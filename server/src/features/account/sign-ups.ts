import type { Language } from '@grouplight/locales/src/languages.ts'
import { asc, eq, inArray } from 'drizzle-orm'
import { dayMs, dayOf } from '#platform/clock.ts'
import { lockInTransaction } from '#platform/database/advisory-locks.ts'
import type { Queryable, Transaction } from '#platform/database/database.ts'
import { deleteAfter } from '#platform/database/remove-in-chunks.ts'
import { signUpCodes, signUps, users } from '#platform/database/schema.ts'
import { newId } from '#platform/tokens.ts'
import type { Services, UnitOfWork } from '#services.ts'

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

export type FoundAccount = typeof users.$inferSelect

export async function findAccountByEmail(on: Queryable, email: string): Promise<FoundAccount | undefined> {
  const [account] = await on.select().from(users).where(eq(users.email, email))
  return account
}

export async function lockSignUps(transaction: Transaction, email: string): Promise<void> {
  await lockInTransaction(transaction, `sign-up ${email}`)
}

type NewAccount = {
  email: string
  displayName: string
  /** Until the first sign-in, which stores the language of the browser. English by default. */
  language?: Language
  passwordHash: string | null
  /** The sign-up whose password the account takes over. */
  signUpId?: string
  /** The invite link that the user opened before. */
  inviteLinkId: string | null
}

/**
 * Returns null if the address already has an account. Ends the links of the sign-ups, but keeps the sign-ups, so that
 * strangers get the same responses as before.
 */
export async function createAccount(
  transaction: UnitOfWork,
  { clock, accountListener }: Pick<Services, 'clock' | 'accountListener'>,
  { email, displayName, language, passwordHash, signUpId, inviteLinkId: linkId }: NewAccount,
): Promise<string | null> {
  const now = clock.now()
  const [account] = await transaction
    .insert(users)
    .values({
      ...{ uid: newId(), email, displayName, language, passwordHash },
      ...{ createdAt: now, emailVerifiedAt: now, absentSince: dayOf(now) },
    })
    .onConflictDoNothing({ target: users.email })
    .returning({ userId: users.uid })
  if (!account) return null
  const ofAddress = transaction.select({ id: signUps.id }).from(signUps).where(eq(signUps.email, email))
  await transaction.delete(signUpCodes).where(inArray(signUpCodes.signUpId, ofAddress))
  if (signUpId) await transaction.update(signUps).set({ passwordHash: null }).where(eq(signUps.id, signUpId))
  if (linkId) await accountListener.openedInviteLink(transaction, { ...account, email, linkId })
  return account.userId
}

export async function deleteSignUps(on: Queryable, email: string): Promise<void> {
  await on.delete(signUps).where(eq(signUps.email, email))
}

export function isPendingSignUp(signUp: SignUp): signUp is PendingSignUp {
  return signUp.passwordHash !== null
}

export const deleteExpiredSignUps = deleteAfter(signUps.createdAt, signUpLifeMs)
