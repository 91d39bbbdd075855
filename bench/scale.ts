// npm run scale: estimates what sites of 1, 10 and 100 million members need, from measured costs. name=value changes an
// assumption, `write` updates the tables in docs/scale.md, `measure` measures costs that the benchmark does not.
import { type Assumptions, assumeTyped } from './scale/assumptions.ts'
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
    return assumeTyped(typed)
  } catch (error) {
    console.error((error as Error).message)
    process.exit(2)
  }
}
