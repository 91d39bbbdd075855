import { existsSync, globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const top = resolve(import.meta.dirname, '..')
const document = readFileSync(join(top, 'docs/specification.md'), 'utf8')

const rows = document.split('\n').filter(line => line.startsWith('| ') && !/^\| (rule|---) \|/.test(line))
const files = found(/\]\(([^)#]+)\)/g)
const tests = found(/\]\(\.\.\/(\S+\.test\.ts)\) › (.+?)(?=<br>| \|)/g)
const texts = found(/“([^”]+)”/g)

test('every rule says where it lives and which test shows it', () => {
  expect(rows.length).toBeGreaterThan(100)
  for (const row of rows) {
    expect(row).toMatch(
      /^\| [^|]+ \| \[[^|]+\]\(\.\.\/[^|]+\) \| \[[^|]+\]\(\.\.\/\S+\.test\.ts\) › [^|]+ \|$/,
    )
  }
})

test('every file that is named exists', () => {
  expect(files.filter(([path = '']) => !existsSync(join(top, 'docs', path)))).toEqual([])
})

test('every test that is named exists', () => {
  const missing = tests.filter(([path = '', title = '']) => {
    const file = join(top, path)
    const source = existsSync(file) ? readFileSync(file, 'utf8') : ''
    return !title
      .split(' › ')
      .every(part => [`'${part}'`, `"${part}"`, `\`${part}\``].some(it => source.includes(it)))
  })
  expect(missing).toEqual([])
})

test('every text that is quoted is in the code', () => {
  const code = globSync('{contract,server,web}/src/**/*.{ts,tsx}', { cwd: top })
    .filter(path => !path.includes('.test.'))
    .map(path => readFileSync(join(top, path), 'utf8').replace(/\s+/g, ' '))
  const missing = texts.filter(([text = '']) => {
    const pattern = patternOf(text)
    return !code.some(source => pattern.test(source))
  })
  expect(missing).toEqual([])
})

/** What each match of a pattern has in its groups, each combination once. */
function found(pattern: RegExp): string[][] {
  const matches = [...document.matchAll(pattern)].map(([, ...groups]) => JSON.stringify(groups))
  return [...new Set(matches)].map(match => JSON.parse(match))
}

/** The fixed parts of a text in their order; what stands in {braces} may be anything short. */
function patternOf(text: string): RegExp {
  return new RegExp(
    text
      .split(/\{[^{}]*\}/)
      .map(RegExp.escape)
      .join('.{0,60}?'),
  )
}
