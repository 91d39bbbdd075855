import type { Clock } from '#platform/clock.ts'
import { OperatorError } from '#platform/config/operator-error.ts'
import type { Database, OpenDatabase } from '#platform/database/database.ts'
import { type Batch, rowsIn } from './backup-file.ts'
import { fillDatabase } from './fill-database.ts'
import { readSnapshot } from './read-snapshot.ts'
import { digestOf, sequencesOf } from './tables.ts'

/** Copies all rows into an empty database, and compares the copy with the source. If anything fails, no row is stored. */
export async function copyDatabase(
  from: { database: Database; clock: Clock },
  to: OpenDatabase,
  print: (line: string) => void,
): Promise<number> {
  return readSnapshot(from, async (header, batches, snapshot) => {
    await fillDatabase(to, header, withProgress(batches, print), async transaction => {
      for (const { name } of header.tables) {
        const [here, there] = [await digestOf(snapshot, name), await digestOf(transaction, name)]
        if (here.digest === there.digest) continue
        const difference =
          here.count === there.count ? 'rows that differ' : `${there.count} rows instead of ${here.count}`
        throw new OperatorError(`${name}: the copy of the table has ${difference}. Nothing was copied.`)
      }
      if (JSON.stringify(await sequencesOf(transaction)) !== JSON.stringify(header.sequences))
        throw new OperatorError('The sequences were not copied exactly. Nothing was copied.')
    })
    return rowsIn(header)
  })
}

async function* withProgress(
  batches: AsyncIterable<Batch>,
  print: (line: string) => void,
): AsyncGenerator<Batch> {
  let [table, count] = ['', 0]
  const printTable = () => count > 0 && print(`${table}: ${count} rows`)
  for await (const batch of batches) {
    if (batch.table !== table) {
      printTable()
      ;[table, count] = [batch.table, 0]
    }
    count += batch.rows.length
    yield batch
  }
  printTable()
}
