import { type Row, tableOf } from '../result.ts'
import { writeRun } from '../saved-run.ts'
import { measureDatabase } from './measure-database.ts'
import { measureLog, measurePeople } from './measure-people.ts'

/** Measures the costs that the benchmark does not measure, and saves them. Takes about a minute. */
export async function measure(): Promise<void> {
  const rows: Row[] = []
  for (const part of [measurePeople, measureLog, measureDatabase]) {
    rows.push(...(await part()))
    console.log(`${rows.length} figures…`)
  }
  console.log(tableOf(rows))
  writeRun('scale', rows)
}
