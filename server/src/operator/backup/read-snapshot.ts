import { sql } from 'drizzle-orm'
import type { Clock } from '#platform/clock.ts'
import { type Database, rows, type Transaction } from '#platform/database/database.ts'
import { schemaVersionOf } from '#platform/database/schema-version.ts'
import { type Batch, format, formatVersion, type Header } from './backup-file.ts'
import { normalizeOutput, publicName, sequencesOf, type Table, tablesOf } from './tables.ts'

/** Lets `use` read the database as of one moment. On the embedded database, all other statements wait until `use` has ended. */
export async function readSnapshot<Result>(
  { database, clock }: { database: Database; clock: Clock },
  use: (header: Header, batches: AsyncIterable<Batch>, snapshot: Transaction) => Promise<Result>,
): Promise<Result> {
  return database.transaction(
    async snapshot => {
      await normalizeOutput(snapshot)
      const tables = await tablesOf(snapshot)
      return use(await headerOf(snapshot, clock, tables), batchesOf(snapshot, tables), snapshot)
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
}

async function headerOf(snapshot: Transaction, clock: Clock, tables: Table[]): Promise<Header> {
  const counted = []
  for (const { name } of tables) {
    const [found] = await rows<{ rows: number }>(snapshot)`
      select count(*)::float8 as rows from ${publicName(name)}`
    counted.push({ name, rows: found?.rows ?? 0 })
  }
  return {
    format,
    formatVersion,
    schema: (await schemaVersionOf(snapshot)) ?? '',
    createdAt: clock.now().toISOString(),
    tables: counted,
    // Sequences are not part of the snapshot. They are read later, so no id in the snapshot is above them.
    sequences: await sequencesOf(snapshot),
  }
}

async function* batchesOf(snapshot: Transaction, tables: Table[]): AsyncGenerator<Batch> {
  for (const { name, columns } of tables) {
    const columnList = sql.join(
      columns.map(column => sql.identifier(column)),
      sql`, `,
    )
    await snapshot.execute(
      sql`declare backup no scroll cursor for select row_to_json(r)::text as line from (select ${columnList} from ${publicName(name)}) r`,
    )
    for (;;) {
      const fetched = await rows<{ line: string }>(snapshot)`fetch 500 from backup`
      if (fetched.length === 0) break
      yield { table: name, rows: fetched.map(({ line }) => line) }
    }
    await snapshot.execute(sql`close backup`)
  }
}
