import { sql } from 'drizzle-orm'
import pg from 'pg'
import type { Transaction } from './database.ts'

// SQL for the number of the lock with a name.
const numberOf = 'hashtextextended($1, 0)'

/** Waits for the lock with this name, and keeps it until the transaction ends. */
export async function lockInTransaction(transaction: Transaction, name: string): Promise<void> {
  await transaction.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`)
}

/**
 * Runs `work` while it keeps a lock on a separate connection. The lock is released when that connection ends for any reason.
 * Returns false without running `work` if another process has the lock. With `onWait`, it waits for the lock instead.
 */
export async function withLock(
  settings: pg.ClientConfig,
  lock: string | number,
  work: (client: pg.Client) => Promise<void>,
  onWait?: () => void,
): Promise<boolean> {
  const number = typeof lock === 'string' ? numberOf : '$1::bigint'
  const client = new pg.Client(settings)
  // A failed statement rejects anyway. Without a listener, an error of the connection would end the process.
  client.on('error', () => {})
  await client.connect()
  try {
    // Waiting and working may take longer than a statement's time limit.
    await client.query('set statement_timeout = 0')
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

/** Whether any process has the lock with this name now. */
export async function isLocked(pool: pg.Pool, name: string): Promise<boolean> {
  // A shared lock that ends with the statement, so it blocks no other process.
  const { rows } = await pool.query<{ free: boolean }>(
    `select pg_try_advisory_xact_lock_shared(${numberOf}) as free`,
    [name],
  )
  return rows[0]?.free === false
}
