import { closeCodes } from '@grouplight/contract/live.ts'
import { eq } from 'drizzle-orm'
import { commit } from '#commit/commit.ts'
import { sessions, users } from '#database/schema.ts'
import type { Services } from '#services.ts'
import { accountGone } from './account-gone.ts'
import { endSessions } from './sessions.ts'
import { deleteSignUps } from './sign-ups.ts'

/**
 * Removes an account with everything that stands on it: sessions, links, sign-ups of its address, memberships, notifications, and the invitations
 * that the person has sent and nobody has answered. Invitations to their address stay: whoever owns it may sign up again.
 * Refuses 'unauthenticated' when the account is gone already, and 'still-creator' while the person has groups of their own.
 */
export async function deleteAccount(services: Services, input: { userId: string }): Promise<void> {
  const { userId } = input
  await commit(services, async transaction => {
    // Locked first: nobody signs in, joins or makes a group in their name meanwhile.
    const [user] = await transaction
      .select({ userId: users.uid, displayName: users.displayName, email: users.email })
      .from(users)
      .where(eq(users.uid, userId))
      .for('update')
    if (!user) throw accountGone()
    await endSessions(transaction, eq(sessions.userId, userId))
    transaction.close(userId, closeCodes.sessionEnded)
    await services.accountListener.deleted(transaction, user)
    await transaction.delete(users).where(eq(users.uid, userId))
    await deleteSignUps(transaction, user.email)
  })
}
