import { timingSafeEqual } from 'node:crypto'
import type { Services } from '#services.ts'
import { hashPassword, passwordMatches, saltOf } from './passwords.ts'
import { isWaiting, type SignUp, signUpsOf, type WaitingSignUp } from './sign-ups.ts'
import { hashToken } from './tokens.ts'

type With = Pick<Services, 'database' | 'secret'>

/**
 * The hash under which the sign-ups of an address keep a password. They share a salt, so that one hash is enough to compare with
 * all of them, and how many there are takes no time. Refuses 'unavailable' while too many wait.
 */
export async function hashForSignUps(
  { database, secret }: With,
  { email, password }: { email: string; password: string },
): Promise<string> {
  const [oldest] = (await signUpsOf(database, email)).filter(isWaiting)
  const salt = oldest ? saltOf(oldest.passwordHash) : hashToken(secret, `sign-up ${email}`).subarray(0, 16)
  return hashPassword(password, salt)
}

/** Whether a hash of `hashForSignUps` is that of a sign-up. */
export function hasPassword(signUp: SignUp, passwordHash: string): signUp is WaitingSignUp {
  const [kept, given] = [Buffer.from(signUp.passwordHash ?? ''), Buffer.from(passwordHash)]
  return kept.length === given.length && timingSafeEqual(kept, given)
}

/**
 * Whose password it is: the account's, or that of a sign-up of the address. It always costs two hashes, so that the time tells
 * neither whether there is an account nor whether somebody has signed up. Refuses 'unavailable' while too many wait.
 */
export async function whosePassword(
  services: With,
  { passwordHash, email, password }: { passwordHash: string | undefined; email: string; password: string },
): Promise<'account' | 'sign-up' | null> {
  const isAccounts = await passwordMatches(passwordHash, password)
  const hash = await hashForSignUps(services, { email, password })
  const isSignUps = (await signUpsOf(services.database, email)).some(signUp => hasPassword(signUp, hash))
  if (isAccounts) return 'account'
  return isSignUps ? 'sign-up' : null
}
