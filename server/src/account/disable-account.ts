import { closeCodes } from '@grouplight/contract/live.ts'
import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import { sessions, users } from '#database/schema.ts'
import type { Services } from '#services.ts'
import { endSessions } from './sessions.ts'

/**
 * Keeps somebody out: every session of theirs ends, which counts as signing out, and signing in is refused until the account
 * is enabled again. Answers false when it was disabled before.
 */
export async function disableAccount(services: Services, input: { userId: string }): Promise<boolean> {
  const { database, clock, hub, accountListener } = services
  const { userId } = input
  const publish = await database.transaction(async transaction => {
    const [disabled] = await transaction
      .update(users)
      .set({ disabledAt: clock.now() })
      .where(and(eq(users.uid, userId), isNull(users.disabledAt)))
      .returning({ id: users.uid })
    if (!disabled) return null
    await endSessions(transaction, eq(sessions.userId, userId))
    return accountListener.signedOut(transaction, userId)
  })
  hub.close(userId, closeCodes.sessionEnded)
  publish?.()
  return publish !== null
}

/** Lets somebody in again: with their old password, and Unavailable in every group. Answers false when nothing kept them out. */
export async function enableAccount(
  { database }: Pick<Services, 'database'>,
  input: { userId: string },
): Promise<boolean> {
  const enabled = await database
    .update(users)
    .set({ disabledAt: null })
    .where(and(eq(users.uid, input.userId), isNotNull(users.disabledAt)))
    .returning({ id: users.uid })
  return enabled.length > 0
}
