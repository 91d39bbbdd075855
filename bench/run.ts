// npm run bench: measures, prints the table, saves it as JSON and draws the chart. Arguments select scenarios.

import { cutConnections, oneFloods, slowReader } from './abuse.ts'
import { chartOf } from './chart.ts'
import { floodOnEmbedded, floodOnPostgres } from './flood.ts'
import { largerGroups, moreConnections } from './growth.ts'
import { dashboard, idle, signInStorm } from './loads.ts'
import { severalNodes } from './nodes.ts'
import { holds, type Row, tableOf } from './result.ts'
import { writeChart, writeRun } from './saved-run.ts'
import { renewDocument } from './scale/document.ts'

const scenarios: Record<string, () => Promise<Row[]>> = {
  flood: floodOnPostgres,
  embedded: floodOnEmbedded,
  nodes: severalNodes,
  cut: cutConnections,
  slow: slowReader,
  flooder: oneFloods,
  dashboard,
  storm: signInStorm,
  connections: moreConnections,
  idle,
  groups: largerGroups,
}

const wanted = process.argv.slice(2)
const unknown = wanted.filter(name => !(name in scenarios))
if (unknown.length > 0) {
  console.error(`There is no scenario '${unknown[0]}': ${Object.keys(scenarios).join(', ')}.`)
  process.exit(2)
}
const rows: Row[] = []
const startedAt = performance.now()
for (const [name, measure] of Object.entries(scenarios)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  console.log(`${name}…`)
  rows.push(...(await measure()))
}
console.log(`\n${tableOf(rows)}`)
console.log(
  `\n${rows.filter(row => holds(row) === false).length} of ${rows.filter(({ target }) => target).length} figures do not hold; ${Math.round((performance.now() - startedAt) / 1000)} s.`,
)

// Only complete runs are saved.
if (wanted.length === 0) {
  writeChart(chartOf(writeRun('latest', rows)))
  renewDocument()
}
