import { hashToken, isSame } from '#platform/tokens.ts'
import type { Services } from '#services.ts'
import { hashPassword, passwordMatches, saltOf } from './passwords.ts'
import { isPendingSignUp, listSignUps, type PendingSignUp, type SignUp } from './sign-ups.ts'

type With = Pick<Services, 'database' | 'secret'>

/**
 * Uses the common salt of the sign-ups of an address. One hash can then be compared with all these sign-ups, and the response time
 * does not reveal their number.
 */
export async function hashSignUpPassword(
  { database, secret }: With,
  { email, password }: { email: string; password: string },
): Promise<string> {
  const [oldest] = (await listSignUps(database, email)).filter(isPendingSignUp)
  const salt = oldest ? saltOf(oldest.passwordHash) : hashToken(secret, `sign-up ${email}`).subarray(0, 16)
  return hashPassword(password, salt)
}

export function signUpHasPassword(signUp: SignUp, passwordHash: string): signUp is PendingSignUp {
  return isSame(Buffer.from(signUp.passwordHash ?? ''), Buffer.from(passwordHash))
}

/** Always computes two hashes, so that the response time does not reveal whether there is an account or a sign-up. */
export async function findPasswordOwner(
  services: With,
  { passwordHash, email, password }: { passwordHash: string | undefined; email: string; password: string },
): Promise<'account' | 'sign-up' | null> {
  const matchesAccount = await passwordMatches(passwordHash, password)
  const hash = await hashSignUpPassword(services, { email, password })
  const matchesSignUp = (await listSignUps(services.database, email)).some(signUp =>
    signUpHasPassword(signUp, hash),
  )
  if (matchesAccount) return 'account'
  return matchesSignUp ? 'sign-up' : null
}
