import { eq, lte, sql } from 'drizzle-orm'
import { addMs, type Clock } from '#clock.ts'
import type { Database, Queryable } from '#database/database.ts'
import { removeInChunks } from '#database/remove-in-chunks.ts'
import { attempts } from '#database/schema.ts'
import { Problem } from '#problem.ts'

/** At most `most` of something in a window of `windowMs`, which begins with the first one. `amount`: how many at once, usually 1. */
export type Limit = { key: string; most: number; windowMs: number; amount?: number }

type With = { database: Queryable; clock: Clock }

/**
 * Counts one more try (or `amount`), in one statement, and says whether it is still within the limit. The counters are in the database:
 * a restart forgets nothing, and several servers count together.
 */
export async function consume(
  { database, clock }: With,
  limit: Limit,
): Promise<{ allowed: boolean; retryAfterSeconds: number }> {
  const now = clock.now()
  const fresh = { count: limit.amount ?? 1, endsAt: addMs(now, limit.windowMs) }
  // What ends later than any window does was counted before the clock was set back.
  const latest = addMs(now, 2 * limit.windowMs)
  const over = sql`(${attempts.endsAt} <= ${now.toISOString()} or ${attempts.endsAt} > ${latest.toISOString()})`
  const [taken] = await database
    .insert(attempts)
    .values({ key: limit.key, ...fresh })
    .onConflictDoUpdate({
      target: attempts.key,
      set: {
        count: sql`case when ${over} then ${fresh.count}::int else ${attempts.count} + ${fresh.count}::int end`,
        endsAt: sql`case when ${over} then ${fresh.endsAt.toISOString()}::timestamptz else ${attempts.endsAt} end`,
      },
    })
    .returning()
  const { count, endsAt } = taken ?? fresh
  return {
    allowed: count <= limit.most,
    retryAfterSeconds: Math.max(1, Math.ceil((endsAt.getTime() - now.getTime()) / 1000)),
  }
}

/**
 * Counts one more try against each limit in turn. The first that is used up ends it: those before it have counted the try,
 * those after it have not.
 */
export async function consumeInOrder(
  services: With,
  limits: Limit[],
): Promise<{ allowed: boolean; retryAfterSeconds: number }> {
  let taken = { allowed: true, retryAfterSeconds: 0 }
  for (const limit of limits) {
    taken = await consume(services, limit)
    if (!taken.allowed) break
  }
  return taken
}

/** Does what a try was counted for. Where the server is too busy to do it, the try is taken back: it was none. */
export async function refundIfBusy<Result>(
  services: Pick<With, 'database'>,
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

/** Takes one try back: it turned out not to count. */
export async function refund({ database }: Pick<With, 'database'>, key: string): Promise<void> {
  await database
    .update(attempts)
    .set({ count: sql`greatest(${attempts.count} - 1, 0)` })
    .where(eq(attempts.key, key))
}

/** Forgets all tries. */
export async function reset({ database }: Pick<With, 'database'>, key: string): Promise<void> {
  await database.delete(attempts).where(eq(attempts.key, key))
}

/** Removes counters whose window is over. */
export async function deleteExpiredLimits({ database, clock }: With & { database: Database }): Promise<void> {
  await removeInChunks(database, attempts, lte(attempts.endsAt, clock.now()))
}
