import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { knownVersions, migrationsFolder, oldestServing } from './migration-files.ts'

test('a migration that older programs cannot work with raises `oldestServing`', () => {
  const versions = knownVersions()
  const harmful = versions.filter(harmsOlder)
  expect(harmful).toContain('0005_sentences_of_names')
  expect(versions).toContain(oldestServing)
  expect(harmful.filter(version => versions.indexOf(version) > versions.indexOf(oldestServing))).toEqual([])
})

/**
 * Whether a migration does more than add tables, indexes and columns with defaults, which an older program does not have to know.
 */
function harmsOlder(version: string): boolean {
  const text = readFileSync(join(migrationsFolder, `${version}.sql`), 'utf8')
  const statements = text.split(/;|--> statement-breakpoint/).map(statement => statement.trim())
  const added = statements.flatMap(statement => /^create table (\S+)/i.exec(statement)?.[1] ?? [])
  const isHarmless = (statement: string) =>
    additions.some(addition => addition.test(statement)) ||
    added.some(table => statement.toLowerCase().startsWith(`alter table ${table} add constraint`))
  return statements.some(statement => statement && !isHarmless(statement))
}

const additions = [
  /^create table /i,
  /^create index /i,
  /^drop index /i,
  /^alter table \S+ add column (?!.*\bnot null\b)/i,
  /^alter table \S+ add column .*\bdefault\b/i,
]
