import { closeCodes } from '@grouplight/contract/live.ts'
import type { Language } from '@grouplight/locales/src/languages.ts'
import { and, eq, isNull, type SQL } from 'drizzle-orm'
import { dayMs } from '#platform/clock.ts'
import { commit } from '#platform/database/commit.ts'
import { knownTimeZone } from '#platform/database/conditions.ts'
import { users } from '#platform/database/schema.ts'
import { consume } from '#platform/limits/limits.ts'
import { closeConnections } from '#platform/live/tell.ts'
import type { KnownZone, Recipient } from '#platform/mail/email-texts.ts'
import { queueEmail } from '#platform/mail/queue-email.ts'
import { hashToken } from '#platform/tokens.ts'
import type { Services, UnitOfWork } from '#services.ts'
import { newBrowserEmail } from './security-emails.ts'
import { createSession, endOldestSessions, type NewSession } from './sessions.ts'

// These emails are limited, because somebody who knows the password could flood the mailbox.
const maxNewBrowserEmailsPerDay = 3

/**
 * At the first sign-in, `language` becomes the user's language. `proof` is a condition on the table `users`. Returns null if `proof` is
 * false, or if the account is disabled or deleted.
 */
export function startSession(
  services: Services,
  input: NewSession & { isKnownBrowser: boolean; language: Language; proof: SQL },
): Promise<string | null> {
  const { userId, language } = input
  return commit(services, async transaction => {
    const [user] = await transaction
      .select({
        email: users.email,
        displayName: users.displayName,
        language: users.language,
        hasSignedIn: users.hasSignedIn,
        isOperator: users.isOperator,
        absentSince: users.absentSince,
        timeZone: knownTimeZone,
      })
      .from(users)
      .where(and(eq(users.uid, userId), isNull(users.disabledAt), input.proof))
      .for('no key update')
    if (!user) return null
    const token = await createSession({ ...services, database: transaction }, { ...input, ...user })
    const newest = hashToken(services.secret, token)
    if (user.absentSince)
      await transaction.update(users).set({ absentSince: null }).where(eq(users.uid, userId))
    for (const session of await endOldestSessions(transaction, { userId, newest }))
      closeConnections(transaction, userId, closeCodes.sessionEnded, session)
    if (!user.hasSignedIn)
      await transaction.update(users).set({ hasSignedIn: true, language }).where(eq(users.uid, userId))
    else if (!input.isKnownBrowser) await announceNewBrowser(transaction, services, { ...input, ...user })
    await services.accountListener.signedIn(transaction, { userId, displayName: user.displayName })
    return token
  })
}

async function announceNewBrowser(
  transaction: UnitOfWork,
  { site, clock }: Services,
  user: Recipient & KnownZone & { userId: string; browser: string | null },
): Promise<void> {
  const limit = { key: `new browser:${user.userId}`, most: maxNewBrowserEmailsPerDay, windowMs: dayMs }
  const { allowed } = await consume({ database: transaction, clock }, limit)
  const at = clock.now()
  if (allowed) await queueEmail(transaction, newBrowserEmail(site, user, { browser: user.browser, at }), at)
}
