import { sql } from 'drizzle-orm'
import pg from 'pg'
import type { Transaction } from './database.ts'

// The number of the lock that a name stands for.
const numberOf = 'hashtextextended($1, 0)'

/** Waits for the lock of a name, and holds it until the transaction ends. */
export async function lockInTransaction(transaction: Transaction, name: string): Promise<void> {
  await transaction.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`)
}

/**
 * Works while it holds a lock, on a connection of its own: when that ends, however it does, the lock is free. False: another
 * process holds it, and nothing was done. With `onWait` it waits for the other one instead.
 */
export async function withLock(
  settings: pg.ClientConfig,
  lock: string | number,
  work: (client: pg.Client) => Promise<void>,
  onWait?: () => void,
): Promise<boolean> {
  const number = typeof lock === 'string' ? numberOf : '$1::bigint'
  const client = new pg.Client(settings)
  // A statement that fails says so itself; an error that nobody hears would end the process.
  client.on('error', () => {})
  await client.connect()
  try {
    // Waiting and working may take their time.
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

/** Whether some process holds the lock of a name now. */
export async function isLocked(pool: pg.Pool, name: string): Promise<boolean> {
  // Shared and over with the statement: it keeps nobody waiting.
  const { rows } = await pool.query<{ free: boolean }>(
    `select pg_try_advisory_xact_lock_shared(${numberOf}) as free`,
    [name],
  )
  return rows[0]?.free === false
}
