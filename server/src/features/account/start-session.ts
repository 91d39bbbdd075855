import { closeCodes } from '@grouplight/contract/live.ts'
import { and, eq, isNull, type SQL } from 'drizzle-orm'
import { dayMs } from '#platform/clock.ts'
import { commit } from '#platform/database/commit.ts'
import { users } from '#platform/database/schema.ts'
import { consume } from '#platform/limits/limits.ts'
import { closeConnections } from '#platform/live/publish.ts'
import { queueEmail } from '#platform/mail/queue-email.ts'
import { hashToken } from '#platform/tokens.ts'
import type { Services, UnitOfWork } from '#services.ts'
import { newBrowserEmail } from './security-emails.ts'
import { createSession, endOldestSessions, type NewSession } from './sessions.ts'

// These emails are limited, because somebody who knows the password could flood the mailbox.
const maxNewBrowserEmailsPerDay = 3

/** `proof` is a condition on the table `users`. Returns null if `proof` is false, or if the account is disabled or deleted. */
export function startSession(
  services: Services,
  input: NewSession & { isKnownBrowser: boolean; proof: SQL },
): Promise<string | null> {
  const { userId } = input
  return commit(services, async transaction => {
    const [user] = await transaction
      .select({ email: users.email, hasSignedIn: users.hasSignedIn })
      .from(users)
      .where(and(eq(users.uid, userId), isNull(users.disabledAt), input.proof))
      .for('no key update')
    if (!user) return null
    const token = await createSession({ ...services, database: transaction }, input)
    const newest = hashToken(services.secret, token)
    for (const session of await endOldestSessions(transaction, { userId, newest }))
      closeConnections(transaction, userId, closeCodes.sessionEnded, session)
    if (!user.hasSignedIn)
      await transaction.update(users).set({ hasSignedIn: true }).where(eq(users.uid, userId))
    else if (!input.isKnownBrowser) await announceNewBrowser(transaction, services, { ...input, ...user })
    return token
  })
}

async function announceNewBrowser(
  transaction: UnitOfWork,
  { config, clock }: Services,
  { userId, email, browser }: { userId: string; email: string; browser: string | null },
): Promise<void> {
  const limit = { key: `new browser:${userId}`, most: maxNewBrowserEmailsPerDay, windowMs: dayMs }
  const { allowed } = await consume({ database: transaction, clock }, limit)
  const at = clock.now()
  if (allowed) await queueEmail(transaction, newBrowserEmail(config, email, { browser, at }), at)
}
