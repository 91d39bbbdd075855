import type { Socket } from 'node:net'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { isLocked, withLock } from '../advisory-locks.ts'
import { connectionName } from '../connected-servers.ts'
import type { OpenDatabase, Prepared } from '../database.ts'
import * as schema from '../schema.ts'
import { migratePostgres } from './migrate-postgres.ts'

// A browser waits 20 s for a response. The server must respond earlier, even if a statement had to wait for a connection.
const statementMs = 10_000
const silenceMs = 12_000

export async function openPostgres(
  { databaseUrl, databaseConnections }: { databaseUrl: string; databaseConnections: number | undefined },
  log: (line: string) => void,
  use: 'server' | 'command',
): Promise<OpenDatabase> {
  const settings = {
    connectionString: databaseUrl,
    connectionTimeoutMillis: 5_000,
    application_name: use === 'server' ? connectionName : 'grouplight command',
  }
  const limits = { statement_timeout: statementMs, idle_in_transaction_session_timeout: statementMs }
  const pool = new pg.Pool({
    ...settings,
    max: databaseConnections,
    ...(use === 'server' && limits),
  })
  pool.on('error', error => log(`A database connection was lost: ${error.message}`))
  pool.on('connect', client => {
    // Without a listener, losing a connection inside a transaction would end the process.
    client.on('error', () => {})
    if (use === 'server') closeSilent(client as unknown as { connection: { stream: Socket } })
  })
  const database = drizzle(pool, { schema })
  const prepared: Prepared = async <Row>(statement: { name: string; text: string }, values: unknown[]) =>
    (await pool.query({ ...statement, values })).rows as Row[]
  return {
    database: Object.assign(database, {
      prepared,
      tryWithLock: (name: string, work: () => Promise<void>) => withLock(settings, name, work),
      isLocked: (name: string) => isLocked(pool, name),
    }),
    migrate: folder => migratePostgres(settings, folder, log),
    close: () => pool.end(),
    pool: () => ({
      busy: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
  }
}

function closeSilent({ connection: { stream } }: { connection: { stream: Socket } }): void {
  stream.setTimeout(silenceMs, () => {
    stream.destroy(Object.assign(new Error('the database does not respond'), { code: 'ETIMEDOUT' }))
  })
}
