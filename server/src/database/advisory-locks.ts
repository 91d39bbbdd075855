import { sql } from 'drizzle-orm'
import pg from 'pg'
import type { Transaction } from './database.ts'

const numberOf = 'hashtextextended($1, 0)'

export async function lockInTransaction(transaction: Transaction, name: string): Promise<void> {
  await transaction.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`)
}

/**
 * Runs `work` while this process has the lock. If another process has the lock and `onWait` is given, waits for the lock. If
 * `onWait` is not given, returns false without running `work`.
 */
export async function withLock(
  settings: pg.ClientConfig,
  lock: string | number,
  work: (client: pg.Client) => Promise<void>,
  onWait?: () => void,
): Promise<boolean> {
  const number = typeof lock === 'string' ? numberOf : '$1::bigint'
  const client = new pg.Client(settings)
  // Without a listener, an error of the connection would end the process.
  client.on('error', () => {})
  await client.connect()
  try {
    // The wait for the lock may take longer than the time limit of statements.
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

export async function isLocked(pool: pg.Pool, name: string): Promise<boolean> {
  // The shared lock is released at the end of this statement, so it blocks no other process.
  const { rows } = await pool.query<{ free: boolean }>(
    `select pg_try_advisory_xact_lock_shared(${numberOf}) as free`,
    [name],
  )
  return rows[0]?.free === false
}
