import type { Clock } from '#clock.ts'
import type { Database, OpenDatabase } from '#database/database.ts'
import { OperatorError } from '#operator-error.ts'
import { type Pack, rowsIn } from './backup-file.ts'
import { fillDatabase } from './fill-database.ts'
import { readEverything } from './read-everything.ts'
import { contentsOf, sequencesOf } from './tables.ts'

/**
 * Copies everything from one database into another that is empty, and compares table by table what lies there then: all of it
 * is there, or nothing. The first one is only read. Says a line for each table, and answers how many rows there were. Throws
 * OperatorError.
 */
export async function moveEverything(
  from: { database: Database; clock: Clock },
  to: OpenDatabase,
  say: (line: string) => void,
): Promise<number> {
  return readEverything(from, async (header, packs, moment) => {
    await fillDatabase(to, header, telling(packs, say), async transaction => {
      for (const { name } of header.tables) {
        const [here, there] = [await contentsOf(moment, name), await contentsOf(transaction, name)]
        if (here.digest !== there.digest)
          throw new OperatorError(
            `${name}: ${there.count} rows arrived of ${here.count}, or they are not the same. Nothing was moved.`,
          )
      }
      if (JSON.stringify(await sequencesOf(transaction)) !== JSON.stringify(header.sequences))
        throw new OperatorError('The numbering did not arrive as it was. Nothing was moved.')
    })
    return rowsIn(header)
  })
}

/** The packs as they come, with a line at the end of each table. */
async function* telling(packs: AsyncIterable<Pack>, say: (line: string) => void): AsyncGenerator<Pack> {
  let [table, count] = ['', 0]
  const tell = () => count > 0 && say(`${table}: ${count} rows`)
  for await (const pack of packs) {
    if (pack.table !== table) {
      tell()
      ;[table, count] = [pack.table, 0]
    }
    count += pack.rows.length
    yield pack
  }
  tell()
}
