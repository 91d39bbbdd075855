import { closeCodes } from '@grouplight/contract/live.ts'
import { and, eq, lte, type SQL } from 'drizzle-orm'
import { commit } from '#platform/database/commit.ts'
import { sessions } from '#platform/database/schema.ts'
import { closeConnections, sendTo } from '#platform/live/tell.ts'
import type { Caller, Services, UnitOfWork } from '#services.ts'
import { noteAbsence } from './absences.ts'
import { lockUser } from './lock-session.ts'
import { endSessions, usersWithExpiredSessions } from './sessions.ts'

/** Ends the caller's session and makes the user Unavailable in every group, even if the user has other sessions. */
export async function signOut(services: Services, input: { caller: Caller }): Promise<void> {
  const { userId, tokenHash, session } = input.caller
  await commit(services, async transaction => {
    // The user is locked before the sessions, and these before groups. This order prevents deadlocks.
    await lockUser(transaction, userId)
    await endSessions(transaction, eq(sessions.tokenHash, tokenHash))
    await noteAbsence(transaction, services, userId)
    closeConnections(transaction, userId, closeCodes.sessionEnded, session)
    await services.accountListener.signedOut(transaction, userId)
    sendTo(transaction, userId, ['signed.out.elsewhere'])
  })
}

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

/** Returns the number of ended sessions. If no session remains, the user becomes Unavailable in every group. */
export async function endSessionsOf(services: Services, userId: string, which: SQL): Promise<number> {
  return commit(services, async transaction => {
    // Without this lock, two concurrent calls could each find the session that the other call ends. The user would stay Available.
    await lockUser(transaction, userId)
    const ended = await endSessions(transaction, and(eq(sessions.userId, userId), which))
    for (const session of ended) closeConnections(transaction, userId, closeCodes.sessionEnded, session)
    const [remaining] = await transaction
      .select({ userId: sessions.userId })
      .from(sessions)
      .where(eq(sessions.userId, userId))
      .limit(1)
    if (!remaining) {
      await noteAbsence(transaction, services, userId)
      await services.accountListener.signedOut(transaction, userId)
    }
    return ended.length
  })
}

export function signOutEverywhere(services: Services, { userId }: { userId: string }): Promise<number> {
  return commit(services, transaction => endAllSessions(transaction, services, userId))
}

export async function endAllSessions(
  transaction: UnitOfWork,
  { accountListener, clock }: Pick<Services, 'accountListener' | 'clock'>,
  userId: string,
): Promise<number> {
  await lockUser(transaction, userId)
  const ended = await endSessions(transaction, eq(sessions.userId, userId))
  await noteAbsence(transaction, { clock }, userId)
  closeConnections(transaction, userId, closeCodes.sessionEnded)
  await accountListener.signedOut(transaction, userId)
  return ended.length
}
