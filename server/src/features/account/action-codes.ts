import { and, eq, gt, isNull } from 'drizzle-orm'
import { addMs, type Clock, dayMs, hourMs, minuteMs } from '#platform/clock.ts'
import type { Transaction } from '#platform/database/database.ts'
import { deleteAfter } from '#platform/database/remove-in-chunks.ts'
import { actionCodes } from '#platform/database/schema.ts'
import { consume, type Limit, limitRefusals, refund, refundIfUnavailable } from '#platform/limits/limits.ts'
import { Problem } from '#platform/problem.ts'
import { hashToken, newToken } from '#platform/tokens.ts'
import type { Services } from '#services.ts'
import { lockUser } from './lock-session.ts'

export type CodePurpose = (typeof actionCodes.$inferSelect)['purpose']

export const codeLifeMs: Record<CodePurpose, number> = {
  'verify-email': 72 * hourMs,
  'reset-password': hourMs,
}

// Codes stay stored after their expiry, so that the refusal of a link can name the reason.
const expiredCodeKeptMs = 30 * dayMs
const wrongCodesWindowMs = 15 * minuteMs

type With = { secret: string; clock: Clock }

export async function createResetCode(
  transaction: Transaction,
  { secret, clock }: With,
  userId: string,
): Promise<string> {
  const now = clock.now()
  const code = newToken()
  // This lock prevents deadlocks between concurrent changes of a user's codes.
  await lockUser(transaction, userId)
  await endResetCodes(transaction, { clock, userId })
  await transaction.insert(actionCodes).values({
    codeHash: hashToken(secret, code),
    purpose: 'reset-password',
    userId,
    createdAt: now,
    expiresAt: addMs(now, codeLifeMs['reset-password']),
  })
  return code
}

export async function endResetCodes(
  transaction: Transaction,
  { clock, userId }: { clock: Clock; userId: string },
): Promise<void> {
  await transaction
    .update(actionCodes)
    .set({ endedAt: clock.now() })
    .where(and(eq(actionCodes.userId, userId), isUnused))
}

const isUnused = and(isNull(actionCodes.usedAt), isNull(actionCodes.endedAt))

/** Marks a valid code as used. Of several concurrent calls with one code, at most one succeeds. */
export async function redeemResetCode(
  transaction: Transaction,
  services: With,
  code: string,
): Promise<{ userId: string } | { refusal: 'used' | 'expired' | 'unknown' }> {
  const now = services.clock.now()
  const codeHash = hashToken(services.secret, code)
  const thisCode = and(eq(actionCodes.codeHash, codeHash), eq(actionCodes.purpose, 'reset-password'))
  const [issued] = await transaction.select().from(actionCodes).where(thisCode)
  if (!issued) return { refusal: 'unknown' }
  await lockUser(transaction, issued.userId)
  const [redeemed] = await transaction
    .update(actionCodes)
    .set({ usedAt: now })
    .where(and(thisCode, isUnused, gt(actionCodes.expiresAt, now)))
    .returning({ userId: actionCodes.userId })
  if (redeemed) return redeemed
  // A concurrent call may have used or ended the code before this transaction had the lock.
  const [found] = await transaction.select().from(actionCodes).where(thisCode)
  if (!found || found.endedAt) return { refusal: 'unknown' }
  return { refusal: found.usedAt ? 'used' : 'expired' }
}

/** Counts the attempt unless `redeem` succeeds or throws 'unavailable'. Above the limit, throws 'too-many-requests'. */
export async function limitCodeGuesses<Result>(
  services: Services,
  ip: string,
  redeem: () => Promise<Result>,
): Promise<Result> {
  const limit = wrongCodesFrom(services, ip)
  // The attempt is counted before `redeem` runs. Otherwise concurrent guesses could exceed the limit.
  const taken = await consume(services, limit)
  if (!taken.allowed) throw tooManyGuesses(taken)
  const redeemed = await refundIfUnavailable(services, [limit.key], redeem)
  await refund(services, limit.key)
  return redeemed
}

/** Uses the counter of `limitCodeGuesses`. Counts only refused links. */
export function limitLinkGuesses<Result>(
  services: Services,
  ip: string,
  open: () => Promise<Result>,
): Promise<Result> {
  return limitRefusals(services, wrongCodesFrom(services, ip), open, {
    isRefusal: error => error instanceof Problem && error.code === 'link-not-usable',
    tooMany: tooManyGuesses,
  })
}

function wrongCodesFrom({ config }: Services, ip: string): Limit {
  return { key: `code from:${ip}`, most: config.limits.wrongCodesPerIp, windowMs: wrongCodesWindowMs }
}

function tooManyGuesses(outcome: { retryAfterSeconds: number }): Problem {
  return new Problem('too-many-requests', outcome)
}

export const deleteOldActionCodes = deleteAfter(actionCodes.expiresAt, expiredCodeKeptMs)
