import { readFileSync, writeFileSync } from 'node:fs'
import { assume } from './assumptions.ts'
import { readCosts } from './costs.ts'
import { tablesOf } from './tables.ts'

const path = new URL('../../docs/scale.md', import.meta.url)

/** Replaces each table after a comment `<!-- table NAME -->`. The names are the keys of `tables`. */
export function withTables(document: string, tables: Record<string, string>): string {
  return document.replace(/(<!-- table (\S+) -->\n)((?:\|.*\n)*)/g, (_, mark: string, name: string) => {
    if (!tables[name]) throw new Error(`There is no table '${name}'`)
    return `${mark}${tables[name]}\n`
  })
}

export function readDocument(): string {
  return readFileSync(path, 'utf8')
}

export function renewDocument(): void {
  writeFileSync(path, withTables(readDocument(), tablesOf(assume(), readCosts())))
}
