import { writeRun } from '../kept-run.ts'
import { type Row, tableOf } from '../result.ts'
import { measureDatabase } from './measure-database.ts'
import { measureLog, measurePeople } from './measure-people.ts'

/** Measures what the simulation needs besides the benchmark, in about a minute, and keeps it. */
export async function measure(): Promise<void> {
  const rows: Row[] = []
  for (const part of [measurePeople, measureLog, measureDatabase]) {
    rows.push(...(await part()))
    console.log(`${rows.length} figures…`)
  }
  console.log(tableOf(rows))
  writeRun('scale', rows)
}
