// `npm run scale` runs this program. From measured costs, it estimates what sites of 1, 10 and 100 million users need.
// - An argument `name=value` changes an assumption.
// - `write` updates the tables in docs/scale.md.
// - `measure` measures and saves the costs that `npm run bench` does not measure.
import { type Assumptions, parseAssumptions } from './scale/assumptions.ts'
import { readCosts } from './scale/costs.ts'
import { renewDocument } from './scale/document.ts'
import { tablesOf } from './scale/tables.ts'

const [first = '', ...words] = process.argv.slice(2)
if (first === 'measure') {
  const { measure } = await import('./scale/measure.ts')
  await measure()
} else if (first === 'write') {
  renewDocument()
} else {
  const tables = tablesOf(assumptionsOrExit(first ? [first, ...words] : []), readCosts())
  for (const [name, table] of Object.entries(tables)) console.log(`\n${name}\n\n${table}`)
}

function assumptionsOrExit(typed: string[]): Assumptions {
  try {
    return parseAssumptions(typed)
  } catch (error) {
    console.error((error as Error).message)
    process.exit(2)
  }
}
