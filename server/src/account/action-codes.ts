import { and, eq, gt, isNull, lt } from 'drizzle-orm'
import { addMs, type Clock, dayMs, hourMs, minuteMs } from '#clock.ts'
import type { Database, Transaction } from '#database/database.ts'
import { removeInChunks } from '#database/remove-in-chunks.ts'
import { actionCodes, users } from '#database/schema.ts'
import { check, consume, type Limit, refund, refundIfBusy } from '#limits/limits.ts'
import { Problem } from '#problem.ts'
import type { Services } from '#services.ts'
import { hashToken, newToken } from './tokens.ts'

export type CodePurpose = (typeof actionCodes.$inferSelect)['purpose']

export const codeLifeMs: Record<CodePurpose, number> = {
  'verify-email': 72 * hourMs,
  'reset-password': hourMs,
}

// Expired codes are kept for this time, so that the refusal of a link can still say that the link has expired.
const expiredCodeKeptMs = 30 * dayMs
const wrongCodesWindowMs = 15 * minuteMs

type With = { secret: string; clock: Clock }

/**
 * Creates and returns the code of a link. The user's earlier codes for this purpose become invalid. Only the hash of the code is
 * stored.
 */
export async function createActionCode(
  transaction: Transaction,
  { secret, clock }: With,
  purpose: CodePurpose,
  userId: string,
): Promise<string> {
  const now = clock.now()
  const code = newToken()
  await lockUser(transaction, userId)
  await endActionCodes(transaction, { clock, userId, purpose })
  await transaction.insert(actionCodes).values({
    codeHash: hashToken(secret, code),
    purpose,
    userId,
    createdAt: now,
    expiresAt: addMs(now, codeLifeMs[purpose]),
  })
  return code
}

/** Makes the user's unused codes for a purpose invalid. Without `purpose`, all unused codes of the user become invalid. */
export async function endActionCodes(
  transaction: Transaction,
  { clock, userId, purpose }: { clock: Clock; userId: string; purpose?: CodePurpose },
): Promise<void> {
  await transaction
    .update(actionCodes)
    .set({ endedAt: clock.now() })
    .where(
      and(
        eq(actionCodes.userId, userId),
        purpose && eq(actionCodes.purpose, purpose),
        isNull(actionCodes.usedAt),
        isNull(actionCodes.endedAt),
      ),
    )
}

/**
 * Marks the code as used and returns its user, or returns why the code is refused. One statement checks that the code is valid
 * and marks it. Therefore only one of several concurrent requests succeeds.
 */
export async function redeemActionCode(
  transaction: Transaction,
  { secret, clock }: With,
  purpose: CodePurpose,
  code: string,
): Promise<{ userId: string } | { refusal: 'used' | 'expired' | 'unknown' }> {
  const now = clock.now()
  const thisCode = and(eq(actionCodes.codeHash, hashToken(secret, code)), eq(actionCodes.purpose, purpose))
  const [issued] = await transaction.select({ userId: actionCodes.userId }).from(actionCodes).where(thisCode)
  if (!issued) return { refusal: 'unknown' }
  await lockUser(transaction, issued.userId)
  const [redeemed] = await transaction
    .update(actionCodes)
    .set({ usedAt: now })
    .where(
      and(thisCode, isNull(actionCodes.usedAt), isNull(actionCodes.endedAt), gt(actionCodes.expiresAt, now)),
    )
    .returning({ userId: actionCodes.userId })
  return redeemed ?? { refusal: await invalidCodeReason(transaction, { secret, clock }, purpose, code) }
}

export async function invalidCodeReason(
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
 * Limits the wrong codes from an IP address. An attempt is counted before `redeem` runs. The count is undone if `redeem` succeeds
 * or throws the Problem 'unavailable'. Above the limit, throws the Problem 'too-many-requests'.
 */
export async function limitCodeGuesses<Result>(
  services: Services,
  ip: string,
  redeem: () => Promise<Result>,
): Promise<Result> {
  const limit = wrongCodesFrom(services, ip)
  const taken = await consume(services, limit)
  if (!taken.allowed) throw tooManyGuesses(taken)
  const redeemed = await refundIfBusy(services, [limit.key], redeem)
  await refund(services, limit.key)
  return redeemed
}

/**
 * Limits the wrong invite links from an IP address, with the same counter as `limitCodeGuesses`. An attempt is counted only after
 * the link was refused. If it were counted before, people in one network who open a valid link at the same moment could be
 * refused. Concurrent guesses can exceed the limit, but the secret of a link is too long to be guessed.
 */
export async function limitLinkGuesses<Result>(
  services: Services,
  ip: string,
  open: () => Promise<Result>,
): Promise<Result> {
  const limit = wrongCodesFrom(services, ip)
  const outcome = await check(services, limit)
  if (!outcome.allowed) throw tooManyGuesses(outcome)
  try {
    return await open()
  } catch (error) {
    if (error instanceof Problem && error.code === 'link-not-usable') await consume(services, limit)
    throw error
  }
}

function wrongCodesFrom({ config }: Services, ip: string): Limit {
  return { key: `code from:${ip}`, most: config.limits.wrongCodesPerIp, windowMs: wrongCodesWindowMs }
}

function tooManyGuesses(outcome: { retryAfterSeconds: number }): Problem {
  return new Problem('too-many-requests', 'Too many attempts. Please try again later.', outcome)
}

export async function deleteOldActionCodes({ database, clock }: { database: Database; clock: Clock }) {
  const isOld = lt(actionCodes.expiresAt, addMs(clock.now(), -expiredCodeKeptMs))
  await removeInChunks(database, actionCodes, isOld)
}

// Makes transactions that change the codes of one user run one after the other. They lock the user's row before the rows of the
// codes. This order prevents deadlocks.
async function lockUser(transaction: Transaction, userId: string): Promise<void> {
  await transaction.select({ id: users.uid }).from(users).where(eq(users.uid, userId)).for('no key update')
}
