import { existsSync, globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '..')
const document = read('docs/specification.md')

// A rule is a list item. The links to its code and to its test are nested list items.
const rules = document
  .split(/^- /m)
  .slice(1)
  .map(item => unwrapped(item.split(/\n(?=\S)/)[0] ?? ''))
const texts = found(unwrapped(document), /“([^”]+)”/g)

test('every rule of docs/specification.md links to its code and to its test', () => {
  expect(rules.length).toBeGreaterThan(100)
  for (const rule of rules)
    expect(rule).toMatch(
      /^[^[]+ - Where: \[[^\]]+\]\(\.\.\/[^)]+\).* - Test: \[[^\]]+\]\(\.\.\/\S+\.test\.ts\) › .+$/,
    )
})

describe.each(['docs/specification.md', 'docs/security.md'])('in %s', path => {
  const files = found(read(path), /\]\(([^)#]+)\)/g)
  const tests = found(
    read(path),
    /\]\(\.\.\/(\S+\.test\.ts)\) › (.+?)(?=,\s+\[|\n\n|\n *- |\n#|<br>| \||$)/gs,
  )

  test('every linked file exists', () => {
    expect(files.filter(([path = '']) => !existsSync(join(root, 'docs', path)))).toEqual([])
  })

  test('every named test exists', () => {
    expect(tests.length).toBeGreaterThan(20)
    const missing = tests.filter(([path = '', title = '']) => {
      const source = existsSync(join(root, path)) ? read(path) : ''
      return !unwrapped(title)
        .split(' › ')
        .every(part => [`'${part}'`, `"${part}"`, `\`${part}\``].some(it => source.includes(it)))
    })
    expect(missing).toEqual([])
  })
})

test('every text that docs/specification.md quotes is in the code', () => {
  const code = globSync('{{contract,server,web}/src/**/*.{ts,tsx},locales/en/*.json}', { cwd: root })
    .filter(path => !path.includes('.test.'))
    .map(path => (path.endsWith('.json') ? textsIn(path) : read(path)).replace(/\s+/g, ' '))
  const missing = texts.filter(([text = '']) => {
    const pattern = patternOf(text)
    return !code.some(source => pattern.test(source))
  })
  expect(missing).toEqual([])
})

function unwrapped(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

function textsIn(catalogue: string): string {
  return Object.values(JSON.parse(read(catalogue)) as Record<string, string>).join('\n')
}

function read(path: string): string {
  return readFileSync(join(root, path), 'utf8')
}

function found(document: string, pattern: RegExp): string[][] {
  const matches = [...document.matchAll(pattern)].map(([, ...groups]) => JSON.stringify(groups))
  return [...new Set(matches)].map(match => JSON.parse(match))
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
