import { closeCodes } from '@grouplight/contract/live.ts'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { commit } from '#commit/commit.ts'
import { users } from '#database/schema.ts'
import { Problem } from '#problem.ts'
import type { Services } from '#services.ts'
import { attemptPassword } from './failed-sign-ins.ts'
import { createSession, endOldestSessions } from './sessions.ts'
import { findPasswordOwner } from './sign-up-passwords.ts'
import { hashToken } from './tokens.ts'

/** Signs a user in. With a wrong password, neither the refusal nor the response time reveals whether the account exists. */
export async function signIn(
  services: Services,
  input: { email: string; password: string; ip: string; browserId: string | null },
): Promise<{ userId: string; token: string }> {
  const { database, log } = services
  const [account] = await database.select().from(users).where(eq(users.email, input.email))
  const passwordHash = account?.passwordHash ?? undefined
  const owner = await attemptPassword(
    services,
    { ...input, passwordHash },
    'Too many failed login attempts. Please try again later.',
    () => findPasswordOwner(services, { ...input, passwordHash }),
  )
  if (!owner) {
    log.info({ person: account?.uid }, 'a password was wrong')
    throw invalidCredential()
  }
  const signedIn = owner === 'account' ? account : undefined
  if (signedIn?.disabledAt)
    throw new Problem('user-disabled', 'This account has been disabled. Please contact support.')
  if (!signedIn?.emailVerifiedAt) {
    throw new Problem(
      'email-not-verified',
      'Your email is not verified. Please check your inbox for the verification email and verify your account before logging in.',
    )
  }
  const token = await createSessionFor(services, signedIn)
  log.info({ person: signedIn.uid }, 'signed in')
  return { userId: signedIn.uid, token }
}

/**
 * Creates a session and returns its token. Throws a Problem if the password was reset or the account was disabled or deleted
 * during the sign-in. Each of these operations ends all sessions, so no new session may follow.
 */
async function createSessionFor(
  services: Services,
  { uid: userId, passwordHash }: { uid: string; passwordHash: string | null },
): Promise<string> {
  return commit(services, async transaction => {
    const [current] = await transaction
      .select({ id: users.uid })
      .from(users)
      .where(
        and(
          eq(users.uid, userId),
          sql`${users.passwordHash} is not distinct from ${passwordHash}`,
          isNull(users.disabledAt),
        ),
      )
      .for('no key update')
    if (!current) throw invalidCredential()
    const token = await createSession({ ...services, database: transaction }, userId)
    const newest = hashToken(services.secret, token)
    for (const session of await endOldestSessions(transaction, { userId, newest }))
      transaction.close(userId, closeCodes.sessionEnded, session)
    return token
  })
}

export function invalidCredential(): Problem {
  return new Problem('invalid-credential', 'Invalid email or password. Please check your credentials.')
}
