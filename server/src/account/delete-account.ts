import { closeCodes } from '@grouplight/contract/live.ts'
import { eq } from 'drizzle-orm'
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
  const { database, hub, accountListener } = services
  const { userId } = input
  const publish = await database.transaction(async transaction => {
    // Held first: nobody signs in, joins or makes a group in their name meanwhile.
    const [person] = await transaction
      .select({ userId: users.uid, displayName: users.displayName, email: users.email })
      .from(users)
      .where(eq(users.uid, userId))
      .for('update')
    if (!person) throw accountGone()
    await endSessions(transaction, eq(sessions.userId, userId))
    const publish = await accountListener.deleted(transaction, person)
    await transaction.delete(users).where(eq(users.uid, userId))
    await deleteSignUps(transaction, person.email)
    return publish
  })
  hub.close(userId, closeCodes.sessionEnded)
  publish()
}
