import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { tableRows } from '../server/testing/page-blocks.ts'

const root = resolve(import.meta.dirname, '..')

/** A test by its file and its title, where ` › ` stands between the titles of nested blocks. */
export type NamedTest = { file: string; title: string }

/** The tests of docs/rules.csv, by the number of the rule that they check. */
export function testsOfRules(): Map<string, NamedTest[]> {
  const rows = tableRows('rules.csv').map(([rule = '', file = '', title = '']) => ({ rule, file, title }))
  return Map.groupBy(rows, ({ rule }) => rule)
}

export function testExists({ file, title }: NamedTest): boolean {
  if (!existsSync(join(root, file))) return false
  const source = read(file)
  return title
    .split(' › ')
    .every(part => [`'${part}'`, `"${part}"`, `\`${part}\``].some(quoted => source.includes(quoted)))
}

/** The rules of docs/specification.md, by their numbers. A rule is a list item. */
export function readRules(): [number: string, text: string][] {
  const items = read('docs/specification.md').split(/^- /m).slice(1)
  return items.map(item => {
    const [first = ''] = item.split(/\n(?=\S)|\n\n/)
    const [, number = '', text = ''] = /^(\S+) (.*)$/.exec(first.replace(/\s+/g, ' ').trim()) ?? []
    return [number, text]
  })
}

function read(path: string): string {
  return readFileSync(join(root, path), 'utf8')
}
