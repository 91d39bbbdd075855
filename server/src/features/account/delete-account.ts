import { closeCodes } from '@grouplight/contract/live.ts'
import { eq, sql } from 'drizzle-orm'
import { commit } from '#platform/database/commit.ts'
import type { Database } from '#platform/database/database.ts'
import { attempts, notices, outbox, sessions, statusNotices, users } from '#platform/database/schema.ts'
import { closeConnections } from '#platform/live/tell.ts'
import { queueEmail } from '#platform/mail/queue-email.ts'
import { newId } from '#platform/tokens.ts'
import type { GroupFates, Services } from '#services.ts'
import { accountDeleted } from './find-account.ts'
import { lockToRemoveOperator } from './operators.ts'
import { accountDeletedEmail } from './security-emails.ts'
import { endSessions } from './sessions.ts'
import { deleteSignUps } from './sign-ups.ts'

/** Invitations to the user's address remain. Throws 'unauthenticated' without an account, and 'still-creator' if a group has no fate. */
export async function deleteAccount(
  services: Services,
  {
    userId,
    by = 'operator',
    fates = () => undefined,
    operatorId,
  }: { userId: string; by?: 'user' | 'operator'; fates?: GroupFates; operatorId?: string },
): Promise<void> {
  await commit(services, async transaction => {
    await lockToRemoveOperator(transaction, { userId, operatorId })
    // This lock prevents the user from signing in, joining a group or creating a group before the transaction ends.
    const [user] = await transaction
      .select({
        ...{ userId: users.uid, displayName: users.displayName },
        ...{ email: users.email, language: users.language },
      })
      .from(users)
      .where(eq(users.uid, userId))
      .for('update')
    if (!user) throw accountDeleted()
    await endSessions(transaction, eq(sessions.userId, userId))
    closeConnections(transaction, userId, closeCodes.sessionEnded)
    await services.accountListener.deleted(transaction, user, fates)
    await transaction.delete(users).where(eq(users.uid, userId))
    await deleteSignUps(transaction, user.email)
    const email = accountDeletedEmail(services.site, user, by)
    await queueEmail(transaction, email, services.clock.now())
  })
  await forgetId(services.database, userId)
}

/**
 * Removes the id from what others were told and what was counted. Notices get another id, which belongs to nobody, because their pages
 * fold notices about one person. There are no indexes for this, so it must not delay the transaction.
 */
async function forgetId(database: Database, userId: string): Promise<void> {
  const nobody = newId()
  await database.update(outbox).set({ inviterId: null }).where(eq(outbox.inviterId, userId))
  await database.update(statusNotices).set({ userId: nobody }).where(eq(statusNotices.userId, userId))
  await database.update(notices).set({ relatedUserId: nobody }).where(eq(notices.relatedUserId, userId))
  await database.delete(attempts).where(sql`right(${attempts.key}, ${userId.length + 1}) = ${`:${userId}`}`)
}
