import { and, eq, isNull } from 'drizzle-orm'
import { minuteMs } from '#clock.ts'
import type { Config } from '#config.ts'
import { users } from '#database/schema.ts'
import { asOneTry, giveBack, type Limit, takeEach } from '#http/limits.ts'
import { Problem } from '#problem.ts'
import type { Services } from '#services.ts'
import { passwordMatches } from './passwords.ts'
import { openSession } from './sessions.ts'

const windowMs = 15 * minuteMs

/** Counts the failed sign-ins of one address; a completed password reset clears it. */
export function failedSignInsKey(email: string): string {
  return `sign-in:${email}`
}

/**
 * Opens a session. An unknown address and a wrong password are refused alike, in words and in time.
 * Refuses 'invalid-credential', 'email-not-verified', 'user-disabled', 'too-many-requests', 'unavailable'.
 */
export async function signIn(
  services: Services,
  input: { email: string; password: string; ip: string },
): Promise<{ userId: string; token: string }> {
  const { config, database, log } = services
  const limits = passwordLimits(config, input)
  // Counted before the password is looked at, so that many guesses at once are no way around.
  const taken = await takeEach(services, limits)
  if (!taken.allowed)
    throw new Problem('too-many-requests', 'Too many failed login attempts. Please try again later.', taken)
  const [account] = await database.select().from(users).where(eq(users.email, input.email))
  const keys = limits.map(({ key }) => key)
  const matches = await asOneTry(services, keys, () => passwordMatches(account?.passwordHash, input.password))
  if (!matches || !account) {
    log.info({ person: account?.id }, 'a password was wrong')
    throw invalidCredential()
  }
  for (const key of keys) await giveBack(services, key)
  if (account.disabledAt)
    throw new Problem('user-disabled', 'This account has been disabled. Please contact support.')
  if (!account.emailVerifiedAt) {
    throw new Problem(
      'email-not-verified',
      'Your email is not verified. Please check your inbox for the verification email and verify your account before logging in.',
    )
  }
  const token = await openSessionBy(services, account)
  log.info({ person: account.id }, 'signed in')
  return { userId: account.id, token }
}

/** How often a password may be wrong, wherever it is asked for: of one account, and from one address of the network. */
export function passwordLimits({ limits }: Config, { email, ip }: { email: string; ip: string }): Limit[] {
  return [
    { key: failedSignInsKey(email), most: limits.failedSignInsPerAccount, windowMs },
    { key: `sign-in from:${ip}`, most: limits.failedSignInsPerIp, windowMs },
  ]
}

/** Opens the session unless the password was reset or the account disabled meanwhile: both end every session. */
async function openSessionBy(
  services: Services,
  { id, passwordHash }: { id: string; passwordHash: string },
): Promise<string> {
  return services.database.transaction(async transaction => {
    const [current] = await transaction
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.id, id), eq(users.passwordHash, passwordHash), isNull(users.disabledAt)))
      .for('share')
    if (!current) throw invalidCredential()
    return openSession({ ...services, database: transaction }, id)
  })
}

/** The one refusal for an address without an account and for a wrong password. */
export function invalidCredential(): Problem {
  return new Problem('invalid-credential', 'Invalid email or password. Please check your credentials.')
}
