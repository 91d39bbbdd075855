import { sql } from 'drizzle-orm'
import type pg from 'pg'
import type { Transaction } from './database.ts'
import { type ClientSettings, openClient } from './postgres/database-client.ts'

export async function lockInTransaction(transaction: Transaction, name: string): Promise<void> {
  await transaction.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`)
}

/**
 * Runs `work` with the lock, on a connection for the use 'lock', and returns true. If the lock is taken and `onWait` is given, calls `onWait` and waits for the lock.
 * If the lock is taken and `onWait` is missing, returns false.
 */
export async function withLock(
  settings: ClientSettings,
  lock: string | number,
  work: (client: pg.Client) => Promise<void>,
  onWait?: () => void,
): Promise<boolean> {
  const number = typeof lock === 'string' ? 'hashtextextended($1, 0)' : '$1::bigint'
  const client = await openClient(settings)
  try {
    const { rows } = await client.query<{ locked: boolean }>(
      `select pg_try_advisory_lock(${number}) as locked`,
      [lock],
    )
    if (!rows[0]?.locked) {
      if (!onWait) return false
      onWait()
      await client.query(`select pg_advisory_lock(${number})`, [lock])
    }
    await work(client)
    return true
  } finally {
    await client.end()
  }
}
