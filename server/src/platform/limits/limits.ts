import { eq, inArray, sql } from 'drizzle-orm'
import { addMs, type Clock } from '#platform/clock.ts'
import type { Queryable } from '#platform/database/database.ts'
import { deleteAfter } from '#platform/database/remove-in-chunks.ts'
import { attempts } from '#platform/database/schema.ts'
import { timesForWiderNetwork, widerKeyOf } from '#platform/network/network-address.ts'
import { type PlainKind, Problem } from '#platform/problem.ts'

/**
 * Allows `most` attempts per `key` in a time window, which begins with the first attempt. A call of `consume` counts as `amount`
 * attempts, by default as one.
 */
export type Limit = { key: string; most: number; windowMs: number; amount?: number }

type Outcome = { allowed: boolean; retryAfterSeconds: number }

type LimitServices = { database: Queryable; clock: Clock }

/**
 * Counts attempts in the database, also those that are not allowed. `retryAfterSeconds` is at least 1. If the key ends with a network of IPv6
 * addresses, the attempts also count for the networks of the same owner together.
 */
export async function consume(services: LimitServices, limit: Limit): Promise<Outcome> {
  const outcome = await consumeOne(services, limit)
  const wider = widerLimitOf(limit)
  return wider && outcome.allowed ? consumeOne(services, wider) : outcome
}

/** Throws the refusal above the limit. */
export async function consumeOrRefuse(
  services: LimitServices,
  limit: Limit,
  refusal: PlainKind,
): Promise<void> {
  const outcome = await consume(services, limit)
  if (!outcome.allowed) throw new Problem(refusal, outcome)
}

function widerLimitOf(limit: Limit): Limit | null {
  const key = widerKeyOf(limit.key)
  return key === null ? null : { ...limit, key, most: limit.most * timesForWiderNetwork }
}

async function consumeOne({ database, clock }: LimitServices, limit: Limit): Promise<Outcome> {
  const now = clock.now()
  const fresh = { count: limit.amount ?? 1, endsAt: addMs(now, limit.windowMs) }
  // A window can end after `latest` only if the clock was set back. Such a window counts as over.
  const latest = addMs(now, 2 * limit.windowMs)
  const isOver = sql`(${attempts.endsAt} <= ${now.toISOString()} or ${attempts.endsAt} > ${latest.toISOString()})`
  const [outcome] = await database
    .insert(attempts)
    .values({ key: limit.key, ...fresh })
    .onConflictDoUpdate({
      target: attempts.key,
      set: {
        count: sql`case when ${isOver} then ${fresh.count}::int else ${attempts.count} + ${fresh.count}::int end`,
        endsAt: sql`case when ${isOver} then ${fresh.endsAt.toISOString()}::timestamptz else ${attempts.endsAt} end`,
      },
    })
    .returning()
  const { count, endsAt } = outcome ?? fresh
  return {
    allowed: count <= limit.most,
    retryAfterSeconds: Math.max(1, Math.ceil((endsAt.getTime() - now.getTime()) / 1000)),
  }
}

/** Returns whether another attempt is allowed, without counting an attempt. */
export async function check(services: LimitServices, limit: Limit): Promise<Outcome> {
  const outcome = await checkOne(services, limit)
  const wider = widerLimitOf(limit)
  return wider && outcome.allowed ? checkOne(services, wider) : outcome
}

async function checkOne({ database, clock }: LimitServices, limit: Limit): Promise<Outcome> {
  const now = clock.now()
  const [window] = await database.select().from(attempts).where(eq(attempts.key, limit.key))
  const leftMs = (window?.endsAt.getTime() ?? 0) - now.getTime()
  const isOver = !window || leftMs <= 0 || leftMs > 2 * limit.windowMs
  return {
    allowed: isOver || window.count < limit.most,
    retryAfterSeconds: Math.max(1, Math.ceil(leftMs / 1000)),
  }
}

/**
 * Counts only calls of `work` that fail with a refusal, because many people in one network may succeed at the same moment. Above the limit,
 * throws `tooMany`.
 */
export async function limitRefusals<Result>(
  services: LimitServices,
  limit: Limit,
  work: () => Promise<Result>,
  { isRefusal, tooMany }: { isRefusal(error: unknown): boolean; tooMany(outcome: Outcome): Error },
): Promise<Result> {
  const outcome = await check(services, limit)
  if (!outcome.allowed) throw tooMany(outcome)
  try {
    return await work()
  } catch (error) {
    if (isRefusal(error)) await consume(services, limit)
    throw error
  }
}

export async function consumeUntilRefused(
  services: LimitServices,
  limits: Limit[],
): Promise<{ allowed: boolean; retryAfterSeconds: number }> {
  let outcome = { allowed: true, retryAfterSeconds: 0 }
  for (const limit of limits) {
    outcome = await consume(services, limit)
    if (!outcome.allowed) break
  }
  return outcome
}

export async function refundIfUnavailable<Result>(
  services: Pick<LimitServices, 'database'>,
  keys: string[],
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Problem && error.code === 'unavailable')
      for (const key of keys) await refund(services, key)
    throw error
  }
}

export async function refund({ database }: Pick<LimitServices, 'database'>, key: string): Promise<void> {
  await database
    .update(attempts)
    .set({ count: sql`greatest(${attempts.count} - 1, 0)` })
    .where(inArray(attempts.key, [key, widerKeyOf(key) ?? key]))
}

export async function reset({ database }: Pick<LimitServices, 'database'>, key: string): Promise<void> {
  await database.delete(attempts).where(eq(attempts.key, key))
}

export const deleteExpiredLimits = deleteAfter(attempts.endsAt)
