import { closeCodes } from '@grouplight/contract/live.ts'
import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import { commit } from '#platform/database/commit.ts'
import { keys, sessions, users } from '#platform/database/schema.ts'
import { closeConnections } from '#platform/live/tell.ts'
import { wake } from '#platform/outbox/channel.ts'
import type { Services } from '#services.ts'
import { noteAbsence } from './absences.ts'
import { lockToRemoveOperator } from './operators.ts'
import { endSessions } from './sessions.ts'

/**
 * Also ends the sessions, makes the user Unavailable, deletes the keys, and takes away the operator's page. What the user has made rests until the user is enabled.
 * Returns false if the account was already disabled or does not exist.
 */
export async function disableAccount(
  services: Services,
  input: { userId: string; operatorId?: string },
): Promise<boolean> {
  const { clock, accountListener } = services
  const { userId } = input
  return commit(services, async transaction => {
    await lockToRemoveOperator(transaction, input)
    const [disabled] = await transaction
      .update(users)
      .set({ disabledAt: clock.now(), isOperator: false })
      .where(and(eq(users.uid, userId), isNull(users.disabledAt)))
      .returning({ id: users.uid })
    if (disabled) {
      // Sessions are locked before groups. This order prevents deadlocks.
      await endSessions(transaction, eq(sessions.userId, userId))
      await noteAbsence(transaction, services, userId)
      await accountListener.disabledOrEnabled(transaction, userId)
      await accountListener.signedOut(transaction, userId)
    }
    // A live connection may still be open although the account was already disabled.
    closeConnections(transaction, userId, closeCodes.sessionEnded)
    await transaction.delete(keys).where(eq(keys.userId, userId))
    return disabled !== undefined
  })
}

export async function enableAccount(services: Services, { userId }: { userId: string }): Promise<boolean> {
  return commit(services, async transaction => {
    const [enabled] = await transaction
      .update(users)
      .set({ disabledAt: null })
      .where(and(eq(users.uid, userId), isNotNull(users.disabledAt)))
      .returning({ id: users.uid })
    if (!enabled) return false
    await services.accountListener.disabledOrEnabled(transaction, userId)
    // Emails with invitations of the user wait.
    transaction.afterCommit(wake.email)
    return true
  })
}
