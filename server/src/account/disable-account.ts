import { closeCodes } from '@grouplight/contract/live.ts'
import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import { commit } from '#commit/commit.ts'
import { sessions, users } from '#database/schema.ts'
import type { Services } from '#services.ts'
import { endSessions } from './sessions.ts'

/**
 * Disables an account and ends its sessions. The user becomes Unavailable in every group and cannot sign in until the account is
 * enabled again. Returns false if the account was already disabled.
 */
export async function disableAccount(services: Services, input: { userId: string }): Promise<boolean> {
  const { clock, accountListener } = services
  const { userId } = input
  return commit(services, async transaction => {
    const [disabled] = await transaction
      .update(users)
      .set({ disabledAt: clock.now() })
      .where(and(eq(users.uid, userId), isNull(users.disabledAt)))
      .returning({ id: users.uid })
    transaction.close(userId, closeCodes.sessionEnded)
    if (!disabled) return false
    await endSessions(transaction, eq(sessions.userId, userId))
    await accountListener.signedOut(transaction, userId)
    return true
  })
}

/** Enables a disabled account. Its password does not change. Returns false if the account was not disabled. */
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
