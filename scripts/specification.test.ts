import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readRules, testExists, testsOfRules } from './named-tests.ts'

const root = resolve(import.meta.dirname, '..')

describe('the rules of docs/specification.md', () => {
  const rules = readRules()
  const tests = testsOfRules()

  test('have different numbers, and each has a test in docs/rules.csv, which names no other rules', () => {
    const numbers = rules.map(([number]) => number)
    expect(numbers.length).toBeGreaterThan(100)
    expect(numbers.filter(number => !/^\d+\.\d+$/.test(number))).toEqual([])
    expect(numbers.toSorted()).toEqual([...tests.keys()].sort())
  })

  test('are checked by tests that exist', () => {
    expect([...tests.values()].flat().filter(it => !testExists(it))).toEqual([])
  })

  test('quote only texts that are in the code', () => {
    const code = globSync('{{contract,server,web}/src/**/*.{ts,tsx},locales/en/*.json}', { cwd: root })
      .filter(path => !path.includes('.test.'))
      .map(path => (path.endsWith('.json') ? textsIn(path) : read(path)).replace(/\s+/g, ' '))
    const quoted = rules.flatMap(([, text]) => text.match(/(?<=“)[^”]+(?=”)/g) ?? [])
    expect(quoted.length).toBeGreaterThan(100)
    const missing = [...new Set(quoted)].filter(text => {
      const pattern = patternOf(text)
      return !code.some(source => pattern.test(source))
    })
    expect(missing).toEqual([])
  })
})

function textsIn(catalogue: string): string {
  return Object.values(JSON.parse(read(catalogue)) as Record<string, string>).join('\n')
}

function read(path: string): string {
  return readFileSync(join(root, path), 'utf8')
}

/** Returns a pattern for the fixed parts of a text. A placeholder in {braces} matches up to 60 characters. */
function patternOf(text: string): RegExp {
  return new RegExp(
    text
      .split(/\{[^{}]*\}/)
      .map(RegExp.escape)
      .join('.{0,60}?'),
  )
}
