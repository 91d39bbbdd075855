import { timingSafeEqual } from 'node:crypto'
import type { Services } from '#services.ts'
import { hashPassword, passwordMatches, saltOf } from './passwords.ts'
import { isPendingSignUp, listSignUps, type PendingSignUp, type SignUp } from './sign-ups.ts'
import { hashToken } from './tokens.ts'

type With = Pick<Services, 'database' | 'secret'>

/**
 * Hashes a password for the sign-ups of an address. They share a salt, so that one hash is compared with all of them and the time
 * does not tell how many there are. Refuses 'unavailable' while too many wait.
 */
export async function hashSignUpPassword(
  { database, secret }: With,
  { email, password }: { email: string; password: string },
): Promise<string> {
  const [oldest] = (await listSignUps(database, email)).filter(isPendingSignUp)
  const salt = oldest ? saltOf(oldest.passwordHash) : hashToken(secret, `sign-up ${email}`).subarray(0, 16)
  return hashPassword(password, salt)
}

/** Whether a sign-up has this password. The hash comes from `hashSignUpPassword`. */
export function signUpHasPassword(signUp: SignUp, passwordHash: string): signUp is PendingSignUp {
  const [kept, given] = [Buffer.from(signUp.passwordHash ?? ''), Buffer.from(passwordHash)]
  return kept.length === given.length && timingSafeEqual(kept, given)
}

/**
 * Whether a password is that of the account or of a sign-up of the address. It always computes two hashes, so that the time does
 * not tell whether there is an account or a sign-up. Refuses 'unavailable' while too many wait.
 */
export async function findPasswordOwner(
  services: With,
  { passwordHash, email, password }: { passwordHash: string | undefined; email: string; password: string },
): Promise<'account' | 'sign-up' | null> {
  const isAccounts = await passwordMatches(passwordHash, password)
  const hash = await hashSignUpPassword(services, { email, password })
  const isSignUps = (await listSignUps(services.database, email)).some(signUp =>
    signUpHasPassword(signUp, hash),
  )
  if (isAccounts) return 'account'
  return isSignUps ? 'sign-up' : null
}
