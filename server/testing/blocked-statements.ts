import { expect, vi } from 'vitest'
import { type Database, rows } from '#platform/database/database.ts'

/**
 * Waits until exactly `count` statements in the database wait for a lock. Throws after 10 seconds. Must not be used on the
 * embedded database, which runs only one statement at a time.
 */
export async function waitForBlockedStatements(database: Database, count: number): Promise<void> {
  await vi.waitFor(async () => expect(await countBlocked(database)).toBe(count))
}

/** Returns how many statements in the database wait for a lock. */
export async function countBlocked(database: Database): Promise<number> {
  const [found] = await rows<{ count: number }>(database)`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`
  return found?.count ?? 0
}
