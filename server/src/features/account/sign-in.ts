import { Problem } from '#platform/problem.ts'
import type { Services } from '#services.ts'
import { attemptPassword } from './failed-sign-ins.ts'
import { requirePasswordSignIn } from './registration.ts'
import { findPasswordOwner } from './sign-up-passwords.ts'
import { type FoundAccount, findAccountByEmail } from './sign-ups.ts'

/** If the password is wrong, neither the refusal nor the response time reveals whether the account exists. */
export async function checkPassword(
  services: Services,
  input: { email: string; password: string; ip: string; browserId: string | null },
): Promise<FoundAccount> {
  const { database, log } = services
  requirePasswordSignIn(services.config)
  const account = await findAccountByEmail(database, input.email)
  const passwordHash = account?.passwordHash ?? undefined
  const owner = await attemptPassword(
    services,
    { ...input, passwordHash },
    'too-many-requests.sign-ins',
    () => findPasswordOwner(services, { ...input, passwordHash }),
  )
  if (!owner) {
    log.info({ userId: account?.uid }, 'a password was wrong')
    throw invalidCredential()
  }
  const signedIn = owner === 'account' ? account : undefined
  if (signedIn?.disabledAt) throw new Problem('user-disabled')
  if (!signedIn?.emailVerifiedAt) {
    throw new Problem('email-not-verified.sign-in')
  }
  return signedIn
}

export function invalidCredential(): Problem {
  return new Problem('invalid-credential')
}
