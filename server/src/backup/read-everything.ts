import { sql } from 'drizzle-orm'
import type { Clock } from '#clock.ts'
import { type Database, rows, type Transaction } from '#database/database.ts'
import { versionOf } from '#database/schema-version.ts'
import { format, formatVersion, type Header, type Pack } from './backup-file.ts'
import { inPublic, sequencesOf, showAlike, type Table, tablesOf } from './tables.ts'

/**
 * Reads everything there is at one moment, while the server goes on: `use` is given what it is and then the rows, and may ask
 * about that moment until it is done. On the embedded database changes wait meanwhile.
 */
export async function readEverything<Result>(
  { database, clock }: { database: Database; clock: Clock },
  use: (header: Header, packs: AsyncIterable<Pack>, moment: Transaction) => Promise<Result>,
): Promise<Result> {
  return database.transaction(
    async moment => {
      await showAlike(moment)
      const tables = await tablesOf(moment)
      return use(await headerOf(moment, clock, tables), packsOf(moment, tables), moment)
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
}

async function headerOf(moment: Transaction, clock: Clock, tables: Table[]): Promise<Header> {
  const counted = []
  for (const { name } of tables) {
    const [found] = await rows<{ rows: number }>(
      moment,
      sql`select count(*)::float8 as rows from ${inPublic(name)}`,
    )
    counted.push({ name, rows: found?.rows ?? 0 })
  }
  return {
    format,
    formatVersion,
    schema: (await versionOf(moment)) ?? '',
    createdAt: clock.now().toISOString(),
    tables: counted,
    // Read after the snapshot was taken, so that no number in it is above them.
    sequences: await sequencesOf(moment),
  }
}

async function* packsOf(moment: Transaction, tables: Table[]): AsyncGenerator<Pack> {
  for (const { name, columns } of tables) {
    const shown = sql.join(
      columns.map(column => sql.identifier(column)),
      sql`, `,
    )
    await moment.execute(
      sql`declare backup no scroll cursor for select row_to_json(r)::text as line from (select ${shown} from ${inPublic(name)}) r`,
    )
    for (;;) {
      const fetched = await rows<{ line: string }>(moment, sql`fetch 500 from backup`)
      if (fetched.length === 0) break
      yield { table: name, rows: fetched.map(({ line }) => line) }
    }
    await moment.execute(sql`close backup`)
  }
}
