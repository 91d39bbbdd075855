import { eq } from 'drizzle-orm'
import { users } from '#database/schema.ts'
import { asOneTry, giveBack, takeEach } from '#http/limits.ts'
import { Problem } from '#problem.ts'
import type { Services } from '#services.ts'
import { passwordMatches } from './passwords.ts'
import type { Caller } from './sessions.ts'
import { passwordLimits } from './sign-in.ts'

/**
 * Makes sure that it is the person themselves who sits there, before what cannot be undone. Wrong ones count as failed sign-ins.
 * Refuses 'wrong-password', 'too-many-requests', 'unavailable'.
 */
export async function confirmPassword(
  services: Services,
  input: { caller: Caller; password: string; ip: string },
): Promise<void> {
  const { config, database } = services
  const { caller, password, ip } = input
  const limits = passwordLimits(config, { email: caller.email, ip })
  const taken = await takeEach(services, limits)
  if (!taken.allowed)
    throw new Problem('too-many-requests', 'Too many failed attempts. Please try again later.', taken)
  const [account] = await database
    .select({ passwordHash: users.passwordHash })
    .from(users)
    .where(eq(users.id, caller.userId))
  const keys = limits.map(({ key }) => key)
  if (!(await asOneTry(services, keys, () => passwordMatches(account?.passwordHash, password))))
    throw new Problem('wrong-password', 'Incorrect password. Please try again.', { field: 'password' })
  for (const key of keys) await giveBack(services, key)
}
