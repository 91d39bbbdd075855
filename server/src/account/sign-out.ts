import { closeCodes } from '@grouplight/contract/live.ts'
import { and, eq, lte } from 'drizzle-orm'
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
  hub.tell(userId, ['signed.out.elsewhere'])
}

/** Removes the sessions that are over. Who has none left has signed out. */
export async function expireSessions(services: Services): Promise<void> {
  const { clock, database, hub, accountListener } = services
  for (const userId of await usersWithExpiredSessions(services, 100)) {
    const now = clock.now()
    const { over, publish } = await database.transaction(async transaction => {
      const over = await endSessions(
        transaction,
        and(eq(sessions.userId, userId), lte(sessions.expiresAt, now)),
      )
      const [left] = await transaction
        .select({ userId: sessions.userId })
        .from(sessions)
        .where(eq(sessions.userId, userId))
        .limit(1)
      return { over, publish: left ? null : await accountListener.signedOut(transaction, userId) }
    })
    for (const session of over) hub.close(userId, closeCodes.sessionEnded, session)
    publish?.()
  }
}
