import { eq } from 'drizzle-orm'
import { users } from '#database/schema.ts'
import { Problem } from '#problem.ts'
import type { Services } from '#services.ts'
import { attemptPassword } from './failed-sign-ins.ts'
import { passwordMatches } from './passwords.ts'
import type { Caller } from './sessions.ts'

/** Throws 'wrong-password', or 'too-many-requests' after too many failed sign-ins. A wrong password counts as a failed sign-in. */
export async function confirmPassword(
  services: Services,
  input: { caller: Caller; password: string; ip: string; browserId: string | null },
): Promise<void> {
  const { caller, password, ip, browserId } = input
  const [account] = await services.database
    .select({ passwordHash: users.passwordHash })
    .from(users)
    .where(eq(users.uid, caller.userId))
  const passwordHash = account?.passwordHash ?? undefined
  const matches = await attemptPassword(
    services,
    { email: caller.email, passwordHash, ip, browserId },
    'Too many failed attempts. Please try again later.',
    () => passwordMatches(passwordHash, password),
  )
  if (!matches)
    throw new Problem('wrong-password', 'Incorrect password. Please try again.', { field: 'password' })
}
