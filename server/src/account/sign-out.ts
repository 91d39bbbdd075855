import { closeCodes } from '@grouplight/contract/live.ts'
import { and, eq, lte, type SQL } from 'drizzle-orm'
import { commit } from '#commit/commit.ts'
import { sessions } from '#database/schema.ts'
import type { Services } from '#services.ts'
import { type Caller, endSessions, usersWithExpiredSessions } from './sessions.ts'

/** Ends the caller's session and sets the user to Unavailable in every group. The user's other sessions get a live message. */
export async function signOut(services: Services, input: { caller: Caller }): Promise<void> {
  const { userId, tokenHash, session } = input.caller
  await commit(services, async transaction => {
    // A transaction that locks sessions and groups locks the sessions first. This order prevents deadlocks.
    await endSessions(transaction, eq(sessions.tokenHash, tokenHash))
    transaction.close(userId, closeCodes.sessionEnded, session)
    await services.accountListener.signedOut(transaction, userId)
    transaction.sendTo(userId, ['signed.out.elsewhere'])
  })
}

/** Ends the expired sessions of at most 100 users. A user whose last session has expired becomes Unavailable in every group. */
export async function expireSessions(services: Services): Promise<void> {
  for (const userId of await usersWithExpiredSessions(services, 100))
    await endSessionsOf(services, userId, lte(sessions.expiresAt, services.clock.now()))
}

export async function endReplacedSession(
  services: Services,
  { userId, tokenHash }: Pick<Caller, 'userId' | 'tokenHash'>,
): Promise<void> {
  await endSessionsOf(services, userId, eq(sessions.tokenHash, tokenHash))
}

async function endSessionsOf(services: Services, userId: string, which: SQL): Promise<void> {
  await commit(services, async transaction => {
    for (const session of await endSessions(transaction, and(eq(sessions.userId, userId), which)))
      transaction.close(userId, closeCodes.sessionEnded, session)
    const [remaining] = await transaction
      .select({ userId: sessions.userId })
      .from(sessions)
      .where(eq(sessions.userId, userId))
      .limit(1)
    if (!remaining) await services.accountListener.signedOut(transaction, userId)
  })
}
