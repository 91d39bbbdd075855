import { type Row, tableOf } from '../result.ts'
import { writeRun } from '../saved-run.ts'
import { measureDashboard } from './measure-dashboard.ts'
import { measureDatabase } from './measure-database.ts'

/** Measures the costs that `npm run bench` does not measure, and saves them. Takes about two minutes. */
export async function measure(): Promise<void> {
  const rows: Row[] = []
  for (const part of [measureDashboard, measureDatabase]) {
    rows.push(...(await part()))
    console.log(`${rows.length} figures…`)
  }
  console.log(tableOf(rows))
  writeRun('scale', rows)
}
