import { parseEmail } from '@grouplight/contract/account.ts'
import { and, eq, isNull, lt } from 'drizzle-orm'
import { dayMs, hourMs, later, minuteMs } from '#clock.ts'
import { removeInChunks } from '#database/remove-in-chunks.ts'
import { users } from '#database/schema.ts'
import { asOneTry, take } from '#http/limits.ts'
import { queueLetter } from '#mail/outbox.ts'
import { newId } from '#new-id.ts'
import { Problem } from '#problem.ts'
import type { Services } from '#services.ts'
import { countingGuesses, issueCode, redeemCode } from './action-codes.ts'
import { alreadyRegisteredLetter, verificationLetter } from './letters.ts'
import { hashPassword } from './passwords.ts'

/** Accounts never verified are forgotten after this long. */
const unverifiedLifeMs = 14 * dayMs

/**
 * Mails a verification link to a new address, a fresh one to an address that was never verified, and word of their account
 * to somebody who has one. Whoever asks cannot tell which. Refuses 'too-many-requests', 'unavailable'.
 */
export async function signUp(
  services: Services,
  input: { displayName: string; email: string; password: string; ip: string },
): Promise<void> {
  const { config, clock, database, courier } = services
  const counted = await limitSignUps(services, input.ip)
  const passwordHash = await asOneTry(services, [counted], () => hashPassword(input.password))
  await database.transaction(async transaction => {
    if (!(await mayMail(services, transaction, `sign-up letter:${input.email}`))) return
    const { displayName, email } = input
    // Name and password of the latest sign-up count, and only its link is alive: nobody can prepare an account for another.
    const [account] = await transaction
      .insert(users)
      .values({ id: newId(), email, displayName, passwordHash, createdAt: clock.now() })
      .onConflictDoUpdate({
        target: users.email,
        set: { displayName, passwordHash, createdAt: clock.now() },
        setWhere: isNull(users.emailVerifiedAt),
      })
      .returning({ id: users.id })
    const letter = account
      ? verificationLetter(config, email, await issueCode(transaction, services, 'verify-email', account.id))
      : alreadyRegisteredLetter(config, email)
    await queueLetter(transaction, letter, clock.now())
  })
  courier.wake()
}

/**
 * Mails an unverified account its link again, once a minute and 5 times a day at most. Says nothing about what it found.
 * `email` is as typed. Refuses 'too-many-requests' to an address of the network that asks for many.
 */
export async function resendVerification(
  services: Services,
  input: { email: string; ip: string },
): Promise<void> {
  const { config, clock, database, courier } = services
  await limitResends(services, input.ip)
  const email = parseEmail(input.email)
  if (email === null) return
  await database.transaction(async transaction => {
    const perMinute = await take(
      { database: transaction, clock },
      { key: `resend, minute:${email}`, most: 1, windowMs: minuteMs },
    )
    if (!perMinute.allowed) return
    const perDay = await take(
      { database: transaction, clock },
      { key: `resend, day:${email}`, most: 5, windowMs: dayMs },
    )
    if (!perDay.allowed) return
    const [account] = await transaction
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.email, email), isNull(users.emailVerifiedAt), isNull(users.disabledAt)))
    if (!account) return
    const code = await issueCode(transaction, services, 'verify-email', account.id)
    await queueLetter(transaction, verificationLetter(config, email, code), clock.now())
  })
  courier.wake()
}

/** Verifies the address behind a link. Refuses 'invalid-action-code', 'expired-action-code', 'user-disabled', 'too-many-requests'. */
export async function verifyEmail(services: Services, input: { code: string; ip: string }): Promise<void> {
  await countingGuesses(services, input.ip, () => redeemVerification(services, input))
}

async function redeemVerification(services: Services, input: { code: string }): Promise<void> {
  const { clock, database, log } = services
  const person = await database.transaction(async transaction => {
    const redeemed = await redeemCode(transaction, services, 'verify-email', input.code)
    if ('refusal' in redeemed) {
      if (redeemed.refusal === 'expired')
        throw new Problem('expired-action-code', 'The verification link has expired.')
      throw new Problem('invalid-action-code', 'The verification link is invalid or has already been used.')
    }
    const [account] = await transaction
      .update(users)
      .set({ emailVerifiedAt: clock.now() })
      .where(eq(users.id, redeemed.userId))
      .returning({ disabledAt: users.disabledAt })
    if (account?.disabledAt) throw new Problem('user-disabled', 'This user account has been disabled.')
    return redeemed.userId
  })
  log.info({ person }, 'an address was verified')
}

/** Forgets accounts that were never verified. */
export async function purgeUnverified({
  clock,
  database,
}: Pick<Services, 'clock' | 'database'>): Promise<void> {
  const long = later(clock.now(), -unverifiedLifeMs)
  await removeInChunks(database, users, and(isNull(users.emailVerifiedAt), lt(users.createdAt, long)))
}

async function limitSignUps(services: Services, ip: string): Promise<string> {
  const key = `sign-up:${ip}`
  const taken = await take(services, { key, most: services.config.limits.signUpsPerIp, windowMs: hourMs })
  if (!taken.allowed)
    throw new Problem('too-many-requests', 'Too many sign-ups. Please try again later.', taken)
  return key
}

// Counted for everybody alike, before anything is known of the address: the refusal tells nothing either.
async function limitResends(services: Services, ip: string): Promise<void> {
  const most = services.config.limits.verificationEmailsPerIp
  const taken = await take(services, { key: `resend from:${ip}`, most, windowMs: hourMs })
  if (!taken.allowed)
    throw new Problem('too-many-requests', 'Too many verification emails. Please try again later.', taken)
}

// A stranger must not be able to fill somebody's mailbox with our letters.
async function mayMail(
  { clock }: Services,
  transaction: Parameters<typeof queueLetter>[0],
  key: string,
): Promise<boolean> {
  const { allowed } = await take({ database: transaction, clock }, { key, most: 20, windowMs: dayMs })
  return allowed
}
