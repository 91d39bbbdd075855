// Carries out `npm run bench`: measures the scenarios and prints a table. Arguments select scenarios. After a run without arguments,
// the results and a chart are saved, and the tables of docs/measured.md are updated.

import { cutConnections, oneFloods, slowReader } from './abuse.ts'
import { boards } from './boards.ts'
import { chartOf } from './chart.ts'
import { dashboard } from './first-screen.ts'
import { floodOnEmbedded, floodOnPostgres } from './flood.ts'
import { groupSizes } from './group-sizes.ts'
import { largerGroups, moreConnections } from './growth.ts'
import { idleConnections } from './idle-connections.ts'
import { memory } from './memory.ts'
import { severalNodes } from './nodes.ts'
import { openings } from './opening.ts'
import { questions } from './questions.ts'
import { meetsTarget, type Row, tableOf } from './result.ts'
import { rings } from './rings.ts'
import { writeChart, writeRun } from './saved-run.ts'
import { renewPage } from './scale.ts'
import { signInStorm } from './sign-in-storm.ts'

const scenarios: Record<string, () => Promise<Row[]>> = {
  flood: floodOnPostgres,
  embedded: floodOnEmbedded,
  nodes: severalNodes,
  cut: cutConnections,
  slow: slowReader,
  flooder: oneFloods,
  dashboard,
  storm: signInStorm,
  openings,
  connections: moreConnections,
  idle: idleConnections,
  memory,
  groups: largerGroups,
  sizes: groupSizes,
  rings,
  questions,
  boards,
}

const wanted = process.argv.slice(2)
const unknown = wanted.filter(name => !(name in scenarios))
if (unknown.length > 0) {
  console.error(
    `There is no scenario '${unknown[0]}'. The scenarios are ${Object.keys(scenarios).join(', ')}.`,
  )
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
  `\n${rows.filter(row => meetsTarget(row) === false).length} of ${rows.filter(({ target }) => target).length} figures do not hold; ${Math.round((performance.now() - startedAt) / 1000)} s.`,
)

if (wanted.length === 0) {
  writeChart(chartOf(writeRun('latest', rows)))
  renewPage()
}
