import type { Socket } from 'node:net'
import { drizzle } from 'drizzle-orm/node-postgres'
import { withLock } from '../advisory-locks.ts'
import { busConnectionName, connectionName } from '../connected-servers.ts'
import type { OpenDatabase, Prepared } from '../database.ts'
import * as schema from '../schema.ts'
import { checkServer } from './check-server.ts'
import { clientSettings, openClient, prepareSession } from './database-client.ts'
import { explainFailure } from './explain-failure.ts'
import { migratePostgres } from './migrate-postgres.ts'
import { PatientPool } from './patient-pool.ts'

const silenceMs = 12_000

/** Throws OperatorError if the database cannot be used. */
export async function openPostgres(
  { databaseUrl, databaseConnections }: { databaseUrl: string; databaseConnections: number | undefined },
  log: (line: string) => void,
  use: 'server' | 'command',
): Promise<OpenDatabase> {
  const name = use === 'server' ? connectionName : 'grouplight command'
  const settings = clientSettings(databaseUrl, name, use)
  const lockSettings = clientSettings(databaseUrl, name, 'lock')
  const explain = (error: unknown) => {
    throw explainFailure(error, databaseUrl)
  }
  await checkServer(settings).catch(explain)
  const pool = new PatientPool({
    ...settings,
    max: databaseConnections,
    onConnect: client => prepareSession(client, settings),
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
      tryWithLock: (name: string, work: () => Promise<void>) => withLock(lockSettings, name, work),
    }),
    migrate: folder => migratePostgres(databaseUrl, folder, log).catch(explain),
    close: () => pool.end(),
    openBusClient: listen => openClient(clientSettings(databaseUrl, busConnectionName, 'bus'), listen),
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
