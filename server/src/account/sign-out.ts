import { closeCodes } from '@grouplight/contract/live.ts'
import { and, eq, lte, type SQL } from 'drizzle-orm'
import { sessions } from '#database/schema.ts'
import type { Services } from '#services.ts'
import { type Caller, endSessions, usersWithExpiredSessions } from './sessions.ts'

/** Makes the person Unavailable in every group and ends this session, in one transaction. Their other devices are told. */
export async function signOut(services: Services, input: { caller: Caller }): Promise<void> {
  const { database, hub, accountListener } = services
  const { userId, tokenHash, session } = input.caller
  const publish = await database.transaction(async transaction => {
    // Sessions before groups, as a reset and an expiry take them: none waits for another in a circle.
    await endSessions(transaction, eq(sessions.tokenHash, tokenHash))
    return accountListener.signedOut(transaction, userId)
  })
  hub.close(userId, closeCodes.sessionEnded, session)
  publish()
  hub.sendTo(userId, ['signed.out.elsewhere'])
}

/** Removes the sessions that are over. Who has none left has signed out. */
export async function expireSessions(services: Services): Promise<void> {
  for (const userId of await usersWithExpiredSessions(services, 100))
    await endQuietly(services, userId, lte(sessions.expiresAt, services.clock.now()))
}

/** Ends the session that a sign-in in the same browser replaces. Whose it was has signed out, if it was their last. */
export async function endReplacedSession(
  services: Services,
  { userId, tokenHash }: Pick<Caller, 'userId' | 'tokenHash'>,
): Promise<void> {
  await endQuietly(services, userId, eq(sessions.tokenHash, tokenHash))
}

async function endQuietly(services: Services, userId: string, which: SQL): Promise<void> {
  const { database, hub, accountListener } = services
  const { ended, publish } = await database.transaction(async transaction => {
    const ended = await endSessions(transaction, and(eq(sessions.userId, userId), which))
    const [left] = await transaction
      .select({ userId: sessions.userId })
      .from(sessions)
      .where(eq(sessions.userId, userId))
      .limit(1)
    return { ended, publish: left ? null : await accountListener.signedOut(transaction, userId) }
  })
  for (const session of ended) hub.close(userId, closeCodes.sessionEnded, session)
  publish?.()
}
