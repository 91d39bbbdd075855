// npm run bench: measures, prints the table, keeps it as JSON and draws the chart. Names of scenarios run only those.
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { availableParallelism, totalmem } from 'node:os'
import { chartOf } from './chart.ts'
import { floodOnEmbedded, floodOnPostgres } from './flood.ts'
import { largerGroups, moreConnections } from './growth.ts'
import { cutConnections, oneFloods, slowReader } from './harm.ts'
import { dashboard, idle, signInStorm } from './loads.ts'
import { holds, type Row, tableOf } from './result.ts'

const scenarios: Record<string, () => Promise<Row[]>> = {
  flood: floodOnPostgres,
  embedded: floodOnEmbedded,
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

// Only a whole run is kept.
if (wanted.length === 0) {
  const folder = new URL('results/', import.meta.url)
  const git = (...args: string[]) =>
    execFileSync('git', args, { encoding: 'utf8', cwd: import.meta.dirname }).trim()
  const run = {
    date: new Date().toISOString().slice(0, 10),
    commit:
      git('rev-parse', '--short', 'HEAD') +
      (git('status', '--porcelain', '--', 'server', 'contract') ? ', with changes' : ''),
    machine: `${availableParallelism()} cores, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}`,
    rows,
  }
  mkdirSync(folder, { recursive: true })
  writeFileSync(new URL('latest.json', folder), `${JSON.stringify(run, null, 2)}\n`)
  writeFileSync(
    new URL('latest.txt', folder),
    `${run.date}, ${run.commit}, ${run.machine}\n\n${tableOf(rows)}\n`,
  )
  writeFileSync(new URL('chart.svg', folder), chartOf(run))
}
