import { closeCodes } from '@grouplight/contract/live.ts'
import { eq } from 'drizzle-orm'
import { commit } from '#commit/commit.ts'
import { sessions, users } from '#database/schema.ts'
import type { Services } from '#services.ts'
import { accountDeleted } from './account-deleted.ts'
import { endSessions } from './sessions.ts'
import { deleteSignUps } from './sign-ups.ts'

/**
 * Deletes an account with its sessions, links, memberships and notifications. Also deletes the sign-ups of its address and cancels
 * the pending invitations that the user has sent. Invitations to the address stay, because its owner may sign up again.
 * Refuses 'unauthenticated' if the account does not exist, and 'still-creator' if the user is the creator of a group.
 */
export async function deleteAccount(services: Services, input: { userId: string }): Promise<void> {
  const { userId } = input
  await commit(services, async transaction => {
    // This lock prevents the user from signing in, joining a group or creating a group until the transaction ends.
    const [user] = await transaction
      .select({ userId: users.uid, displayName: users.displayName, email: users.email })
      .from(users)
      .where(eq(users.uid, userId))
      .for('update')
    if (!user) throw accountDeleted()
    await endSessions(transaction, eq(sessions.userId, userId))
    transaction.close(userId, closeCodes.sessionEnded)
    await services.accountListener.deleted(transaction, user)
    await transaction.delete(users).where(eq(users.uid, userId))
    await deleteSignUps(transaction, user.email)
  })
}
