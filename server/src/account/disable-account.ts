import { closeCodes } from '@grouplight/contract/live.ts'
import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import { commit } from '#commit/commit.ts'
import { keys, users } from '#database/schema.ts'
import type { Services } from '#services.ts'
import { endAllSessions } from './sign-out.ts'

/**
 * Also ends the sessions, makes the user Unavailable and deletes the keys. Returns false if the account was already disabled or does not
 * exist.
 */
export async function disableAccount(services: Services, input: { userId: string }): Promise<boolean> {
  const { clock } = services
  const { userId } = input
  return commit(services, async transaction => {
    const [disabled] = await transaction
      .update(users)
      .set({ disabledAt: clock.now() })
      .where(and(eq(users.uid, userId), isNull(users.disabledAt)))
      .returning({ id: users.uid })
    if (disabled) await endAllSessions(transaction, services, userId)
    // A live connection may still be open although the account was already disabled.
    else transaction.close(userId, closeCodes.sessionEnded)
    await transaction.delete(keys).where(eq(keys.userId, userId))
    return disabled !== undefined
  })
}

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
