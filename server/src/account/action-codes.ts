import { and, eq, gt, isNull } from 'drizzle-orm'
import { addMs, type Clock, hourMs, minuteMs } from '#clock.ts'
import type { Transaction } from '#database/database.ts'
import { actionCodes, users } from '#database/schema.ts'
import { consume, refund, refundIfBusy } from '#limits/limits.ts'
import { Problem } from '#problem.ts'
import type { Services } from '#services.ts'
import { hashToken, newToken } from './tokens.ts'

export type CodePurpose = (typeof actionCodes.$inferSelect)['purpose']

/** How long the mailed links live. */
export const codeLifeMs: Record<CodePurpose, number> = {
  'verify-email': 72 * hourMs,
  'reset-password': hourMs,
}

const wrongCodesWindowMs = 15 * minuteMs

type With = { secret: string; clock: Clock }

/** A fresh code for a link. The older ones for the same purpose end. Returns what goes into the link; only its hash is kept. */
export async function issueCode(
  transaction: Transaction,
  { secret, clock }: With,
  purpose: CodePurpose,
  userId: string,
): Promise<string> {
  const now = clock.now()
  const code = newToken()
  await lockPerson(transaction, userId)
  await transaction
    .update(actionCodes)
    .set({ endedAt: now })
    .where(
      and(
        eq(actionCodes.userId, userId),
        eq(actionCodes.purpose, purpose),
        isNull(actionCodes.usedAt),
        isNull(actionCodes.endedAt),
      ),
    )
  await transaction.insert(actionCodes).values({
    codeHash: hashToken(secret, code),
    purpose,
    userId,
    createdAt: now,
    expiresAt: addMs(now, codeLifeMs[purpose]),
  })
  return code
}

/**
 * Uses a code up. One statement decides, so of many at once exactly one wins; the others learn why they did not.
 */
export async function redeemCode(
  transaction: Transaction,
  { secret, clock }: With,
  purpose: CodePurpose,
  code: string,
): Promise<{ userId: string } | { refusal: 'used' | 'expired' | 'unknown' }> {
  const now = clock.now()
  const thisCode = and(eq(actionCodes.codeHash, hashToken(secret, code)), eq(actionCodes.purpose, purpose))
  const [issued] = await transaction.select({ userId: actionCodes.userId }).from(actionCodes).where(thisCode)
  if (!issued) return { refusal: 'unknown' }
  await lockPerson(transaction, issued.userId)
  const [redeemed] = await transaction
    .update(actionCodes)
    .set({ usedAt: now })
    .where(
      and(thisCode, isNull(actionCodes.usedAt), isNull(actionCodes.endedAt), gt(actionCodes.expiresAt, now)),
    )
    .returning({ userId: actionCodes.userId })
  return redeemed ?? { refusal: await whyRefused(transaction, { secret, clock }, purpose, code) }
}

/** Why a code that is not good makes nothing. */
export async function whyRefused(
  transaction: Transaction,
  { secret, clock }: With,
  purpose: CodePurpose,
  code: string,
): Promise<'used' | 'expired' | 'unknown'> {
  const [found] = await transaction
    .select()
    .from(actionCodes)
    .where(and(eq(actionCodes.codeHash, hashToken(secret, code)), eq(actionCodes.purpose, purpose)))
  if (!found || found.endedAt) return 'unknown'
  if (found.usedAt) return 'used'
  return found.expiresAt <= clock.now() ? 'expired' : 'unknown'
}

/**
 * Runs what redeems a code. Tries are counted before the code is looked at, and taken back when it was right, so that
 * nobody can guess for long. Refuses 'too-many-requests', 'unavailable'.
 */
export async function countingGuesses<Result>(
  services: Services,
  ip: string,
  redeem: () => Promise<Result>,
): Promise<Result> {
  const key = `code from:${ip}`
  const taken = await consume(services, {
    key,
    most: services.config.limits.wrongCodesPerIp,
    windowMs: wrongCodesWindowMs,
  })
  if (!taken.allowed)
    throw new Problem('too-many-requests', 'Too many attempts. Please try again later.', taken)
  const redeemed = await refundIfBusy(services, [key], redeem)
  await refund(services, key)
  return redeemed
}

// Somebody's codes change one after the other, and never before the person is locked: nobody waits in a circle.
async function lockPerson(transaction: Transaction, userId: string): Promise<void> {
  await transaction.select({ id: users.uid }).from(users).where(eq(users.uid, userId)).for('no key update')
}
