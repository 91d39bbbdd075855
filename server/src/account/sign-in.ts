import { closeCodes } from '@grouplight/contract/live.ts'
import { and, eq, isNull } from 'drizzle-orm'
import { commit } from '#commit/commit.ts'
import { users } from '#database/schema.ts'
import { Problem } from '#problem.ts'
import type { Services } from '#services.ts'
import { attemptPassword } from './failed-sign-ins.ts'
import { endOldestSessions, openSession } from './sessions.ts'
import { findPasswordOwner } from './sign-up-passwords.ts'
import { hashToken } from './tokens.ts'

/**
 * Opens a session. An unknown address and a wrong password get the same refusal after the same time. The right password of a
 * sign-up gets one refusal, too, whether or not the address has an account.
 * Refuses 'invalid-credential', 'email-not-verified', 'user-disabled', 'too-many-requests', 'unavailable'.
 */
export async function signIn(
  services: Services,
  input: { email: string; password: string; ip: string; device: string | null },
): Promise<{ userId: string; token: string }> {
  const { database, log } = services
  const [account] = await database.select().from(users).where(eq(users.email, input.email))
  const passwordHash = account?.passwordHash
  const whose = await attemptPassword(
    services,
    { ...input, passwordHash },
    'Too many failed login attempts. Please try again later.',
    () => findPasswordOwner(services, { ...input, passwordHash }),
  )
  if (!whose) {
    log.info({ person: account?.uid }, 'a password was wrong')
    throw invalidCredential()
  }
  const opened = whose === 'account' ? account : undefined
  if (opened?.disabledAt)
    throw new Problem('user-disabled', 'This account has been disabled. Please contact support.')
  if (!opened?.emailVerifiedAt) {
    throw new Problem(
      'email-not-verified',
      'Your email is not verified. Please check your inbox for the verification email and verify your account before logging in.',
    )
  }
  const token = await openSessionFor(services, opened)
  log.info({ person: opened.uid }, 'signed in')
  return { userId: opened.uid, token }
}

/**
 * Opens the session, unless the password was reset or the account disabled meanwhile: both end all sessions. The oldest session
 * ends when there are too many.
 */
async function openSessionFor(
  services: Services,
  { uid: userId, passwordHash }: { uid: string; passwordHash: string },
): Promise<string> {
  return commit(services, async transaction => {
    const [current] = await transaction
      .select({ id: users.uid })
      .from(users)
      .where(and(eq(users.uid, userId), eq(users.passwordHash, passwordHash), isNull(users.disabledAt)))
      .for('no key update')
    if (!current) throw invalidCredential()
    const token = await openSession({ ...services, database: transaction }, userId)
    const newest = hashToken(services.secret, token)
    for (const session of await endOldestSessions(transaction, { userId, newest }))
      transaction.close(userId, closeCodes.sessionEnded, session)
    return token
  })
}

/** The same refusal for an unknown address and for a wrong password. */
export function invalidCredential(): Problem {
  return new Problem('invalid-credential', 'Invalid email or password. Please check your credentials.')
}
