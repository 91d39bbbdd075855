import type { Socket } from 'node:net'
import type { PGlite } from '@electric-sql/pglite'
import type { ExtractTablesWithRelations, SQL } from 'drizzle-orm'
import { drizzle as drizzlePostgres } from 'drizzle-orm/node-postgres'
import type { PgDatabase, PgQueryResultHKT, PgTransaction } from 'drizzle-orm/pg-core'
import { drizzle as drizzleEmbedded } from 'drizzle-orm/pglite'
import { migrate as migrateEmbedded } from 'drizzle-orm/pglite/migrator'
import pg from 'pg'
import type { Config } from '#config.ts'
import { openEmbedded } from './embedded/open-embedded.ts'
import { migratePostgres } from './migrate-postgres.ts'
import * as schema from './schema.ts'

/** A PostgreSQL, embedded or by URL. Inside a transaction use its `transaction`, never this. */
export type Database = PgDatabase<PgQueryResultHKT, typeof schema> & Extras

type Extras = { prepared: Prepared; alone: Alone; isTaken: IsTaken }

/** Runs a statement that the server plans once for each connection: for the hot path. Its name must stand for one text only. */
export type Prepared = <Row>(statement: { name: string; text: string }, values: unknown[]) => Promise<Row[]>

/** Does work under a name that only one node at a time may do. False: another one is at it, and nothing was done. */
export type Alone = (name: string, work: () => Promise<void>) => Promise<boolean>

/** Whether some node is doing now what only one may do. */
export type IsTaken = (name: string) => Promise<boolean>

export type Transaction = PgTransaction<
  PgQueryResultHKT,
  typeof schema,
  ExtractTablesWithRelations<typeof schema>
>
/** Either of them: for statements that stand alone as well as in a transaction. */
export type Queryable = Database | Transaction

/** `migrate` applies the migrations of a folder that have not been applied yet. */
export type OpenDatabase = {
  database: Database
  migrate(folder: string): Promise<void>
  close(): Promise<void>
  /** From now on the process ends when the embedded database has stood still for 30 s. One by URL answers or is given up. */
  watch?: () => void
  /** How many connections there are now, and who waits for one. The embedded database has none. */
  pool?: () => { busy: number; idle: number; waiting: number }
}

// A browser waits for 20 seconds: within that it is told, though it may have waited for a connection before.
const statementMs = 10_000
const silenceMs = 12_000

/** Where the database is. */
export type Place = Pick<Config, 'dataDir'> & Partial<Pick<Config, 'databaseUrl' | 'databaseConnections'>>

/**
 * Opens the database that the settings name, with the schema left as it is. A server's statements have limits of time; a
 * command's may take as long as they need.
 */
export async function connectDatabase(
  place: Place,
  log: (line: string) => void,
  use: 'server' | 'command' = 'server',
): Promise<OpenDatabase> {
  return place.databaseUrl ? openPostgres(place, log, use) : openEmbeddedIn(place.dataDir, log)
}

/** The rows of a plain SQL statement, as the statement names their columns. */
export async function rows<Row extends Record<string, unknown>>(
  on: Queryable,
  statement: SQL,
): Promise<Row[]> {
  const result = (await on.execute(statement)) as unknown as { rows: Row[] }
  return result.rows
}

async function openEmbeddedIn(dataDir: string, log: (line: string) => void): Promise<OpenDatabase> {
  const embedded = await openEmbedded(dataDir, log)
  const database = drizzleEmbedded({ client: embedded.pglite as unknown as PGlite, schema })
  // PGlite knows no named statements.
  const prepared: Prepared = async <Row>({ text }: { text: string }, values: unknown[]) =>
    (await embedded.pglite.query<Row>(text, values)).rows
  return {
    database: Object.assign(database, { prepared, alone: aloneAnyway, isTaken: async () => false }),
    migrate: folder => migrateEmbedded(database, { migrationsFolder: folder }),
    close: () => embedded.close(),
    watch: () => embedded.watch(),
  }
}

async function openPostgres(
  { databaseUrl, databaseConnections = 16 }: Place,
  log: (line: string) => void,
  use: 'server' | 'command',
): Promise<OpenDatabase> {
  const settings = {
    connectionString: databaseUrl,
    connectionTimeoutMillis: 5_000,
    // By this name servers know each other.
    application_name: use === 'server' ? 'grouplight' : 'grouplight command',
  }
  const limits = { statement_timeout: statementMs, idle_in_transaction_session_timeout: statementMs }
  const pool = new pg.Pool({
    ...settings,
    max: databaseConnections,
    ...(use === 'server' && limits),
  })
  pool.on('error', error => log(`A database connection was lost: ${error.message}`))
  pool.on('connect', client => {
    // Lost in the middle of a transaction it says so to nobody else, and an error that nobody hears ends the process.
    client.on('error', () => {})
    if (use === 'server') endSilence(client as unknown as { connection: { stream: Socket } })
  })
  const database = drizzlePostgres(pool, { schema })
  const prepared: Prepared = async <Row>(statement: { name: string; text: string }, values: unknown[]) =>
    (await pool.query({ ...statement, values })).rows as Row[]
  return {
    database: Object.assign(database, {
      prepared,
      alone: aloneAmongNodes(settings),
      isTaken: isTakenAmong(pool),
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

/**
 * A server that lives answers within `statementMs`, if only with its refusal. From one that is gone without a word (its machine
 * off, a firewall that has forgotten us) nothing would ever come: the connection is dead, and whoever waits on it is told.
 * Idle connections are closed by the pool before.
 */
function endSilence({ connection: { stream } }: { connection: { stream: Socket } }): void {
  stream.setTimeout(silenceMs, () => {
    stream.destroy(Object.assign(new Error('the database fell silent'), { code: 'ETIMEDOUT' }))
  })
}

const aloneAnyway: Alone = async (_name, work) => {
  await work()
  return true
}

// The lock that stands for a name, the statement's first value.
const lockNamed = 'hashtextextended($1, 0)'

/** The lock lives as long as its connection: what becomes of the node, it cannot be forgotten. */
function aloneAmongNodes(settings: pg.ClientConfig): Alone {
  return async (name, work) => {
    const client = new pg.Client(settings)
    client.on('error', () => {})
    await client.connect()
    try {
      const { rows } = await client.query<{ ours: boolean }>(
        `select pg_try_advisory_lock(${lockNamed}) as ours`,
        [name],
      )
      if (!rows[0]?.ours) return false
      await work()
      return true
    } finally {
      await client.end()
    }
  }
}

function isTakenAmong(pool: pg.Pool): IsTaken {
  return async name => {
    // Shared, and over with the statement: who asks is in nobody's way for longer.
    const { rows } = await pool.query<{ free: boolean }>(
      `select pg_try_advisory_xact_lock_shared(${lockNamed}) as free`,
      [name],
    )
    return rows[0]?.free === false
  }
}
