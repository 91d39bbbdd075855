import { existsSync, globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'

const top = resolve(import.meta.dirname, '..')
const document = read('docs/specification.md')

const rows = document.split('\n').filter(line => line.startsWith('| ') && !/^\| (rule|---) \|/.test(line))
const texts = found(document, /“([^”]+)”/g)

test('every rule says where it lives and which test shows it', () => {
  expect(rows.length).toBeGreaterThan(100)
  for (const row of rows) {
    expect(row).toMatch(
      /^\| [^|]+ \| \[[^|]+\]\(\.\.\/[^|]+\) \| \[[^|]+\]\(\.\.\/\S+\.test\.ts\) › [^|]+ \|$/,
    )
  }
})

describe.each(['docs/specification.md', 'docs/security.md'])('in %s', path => {
  const files = found(read(path), /\]\(([^)#]+)\)/g)
  const tests = found(read(path), /\]\(\.\.\/(\S+\.test\.ts)\) › (.+?)(?=<br>| \|)/g)

  test('every file that is named exists', () => {
    expect(files.filter(([path = '']) => !existsSync(join(top, 'docs', path)))).toEqual([])
  })

  test('every test that is named exists', () => {
    expect(tests.length).toBeGreaterThan(20)
    const missing = tests.filter(([path = '', title = '']) => {
      const source = existsSync(join(top, path)) ? read(path) : ''
      return !title
        .split(' › ')
        .every(part => [`'${part}'`, `"${part}"`, `\`${part}\``].some(it => source.includes(it)))
    })
    expect(missing).toEqual([])
  })
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

function read(path: string): string {
  return readFileSync(join(top, path), 'utf8')
}

/** What each match of a pattern has in its groups, each combination once. */
function found(document: string, pattern: RegExp): string[][] {
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
