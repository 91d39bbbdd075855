import { closeCodes } from '@grouplight/contract/live.ts'
import { and, eq, ne } from 'drizzle-orm'
import { hourMs } from '#platform/clock.ts'
import { commit } from '#platform/database/commit.ts'
import { sessions, users } from '#platform/database/schema.ts'
import { consumeOrRefuse } from '#platform/limits/limits.ts'
import { closeConnections } from '#platform/live/tell.ts'
import { queueEmail } from '#platform/mail/queue-email.ts'
import type { Caller, Services } from '#services.ts'
import { endResetCodes } from './action-codes.ts'
import { requirePassword } from './confirmation.ts'
import { resetFailedSignIns } from './failed-sign-ins.ts'
import { lockSession } from './lock-session.ts'
import { hashPassword } from './passwords.ts'
import { requirePasswordSignIn } from './registration.ts'
import { passwordChangedEmail } from './security-emails.ts'
import { endSessions } from './sessions.ts'

// Changes are limited, because each change sends an email.
const maxChangesPerHour = 20

type Input = {
  caller: Caller
  /** The old password. */
  password?: string | undefined
  newPassword: string
  ip: string
  browserId: string | null
}

export async function changePassword(services: Services, input: Input): Promise<void> {
  const { clock, config, site, log } = services
  const { caller, newPassword, ip } = input
  const { userId, email, tokenHash } = caller
  requirePasswordSignIn(config)
  await requirePassword(services, input)
  const limit = { key: `password:${userId}`, most: maxChangesPerHour, windowMs: hourMs }
  await consumeOrRefuse(services, limit, 'too-many-requests.changes')
  const passwordHash = await hashPassword(newPassword)
  await commit(services, async transaction => {
    await transaction.update(users).set({ passwordHash }).where(eq(users.uid, userId))
    // Refuses this change if a concurrent reset or change of the password has ended the caller's session.
    await lockSession(transaction, caller)
    await endResetCodes(transaction, { clock, userId })
    const others = and(eq(sessions.userId, userId), ne(sessions.tokenHash, tokenHash))
    for (const session of await endSessions(transaction, others))
      closeConnections(transaction, userId, closeCodes.sessionEnded, session)
    await resetFailedSignIns(transaction, { email, ip })
    await queueEmail(transaction, passwordChangedEmail(site, caller, 'change'), clock.now())
  })
  log.info({ userId }, 'a password was changed')
}
