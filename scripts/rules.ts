// Prints each rule of docs/specification.md with the tests that check it: npm run rules [-- the start of a number]
import { readRules, testsOfRules } from './named-tests.ts'

const [, , start = ''] = process.argv
const tests = testsOfRules()
for (const [number, text] of readRules()) {
  if (number !== start && !`${number}.`.startsWith(start === '' ? '' : `${start}.`)) continue
  console.log(`${number} ${text}`)
  for (const { file, title } of tests.get(number) ?? []) console.log(`    ${file} › ${title}`)
}
