import { closeCodes } from '@grouplight/contract/live.ts'
import { eq } from 'drizzle-orm'
import { commit } from '#commit/commit.ts'
import { sessions, users, userVersions } from '#database/schema.ts'
import { queueEmail } from '#mail/outbox.ts'
import type { Services } from '#services.ts'
import { accountDeleted } from './account-deleted.ts'
import { accountDeletedEmail } from './security-emails.ts'
import { endSessions } from './sessions.ts'
import { deleteSignUps } from './sign-ups.ts'

/**
 * Deletes an account and sends an email to its owner. Invitations to its address remain, because the owner of the address may
 * sign up again. Throws the Problem 'unauthenticated' if there is no such account, and 'still-creator' if the user is the creator
 * of a group.
 */
export async function deleteAccount(
  services: Services,
  { userId, by = 'operator' }: { userId: string; by?: 'user' | 'operator' },
): Promise<void> {
  await commit(services, async transaction => {
    // This lock prevents the user from signing in, joining a group or creating a group before the transaction ends.
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
    const email = accountDeletedEmail(services.config, user.email, by)
    await queueEmail(transaction, email, services.clock.now())
  })
  // The user's row in `user_versions` is deleted after the transaction. A delete in the transaction would lock this row before
  // `commit` locks the `user_versions` rows of other users in the order of their ids. Two such transactions could deadlock.
  await services.database.delete(userVersions).where(eq(userVersions.userId, userId))
}
