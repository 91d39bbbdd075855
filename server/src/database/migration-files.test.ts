import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { knownVersions, migrationsFolder, oldestCompatibleSchema } from './migration-files.ts'

test('`oldestCompatibleSchema` is at least as new as every migration that older programs cannot work with', () => {
  const versions = knownVersions()
  const harmful = versions.filter(breaksOlderPrograms)
  expect(harmful).toContain('0005_sentences_of_names')
  expect(versions).toContain(oldestCompatibleSchema)
  expect(
    harmful.filter(version => versions.indexOf(version) > versions.indexOf(oldestCompatibleSchema)),
  ).toEqual([])
})

/**
 * Older programs can work with new tables, new or dropped indexes, and new columns that may be null or have defaults. They can work
 * with a new unique index or constraint only if the table is new, too.
 */
function breaksOlderPrograms(version: string): boolean {
  const text = readFileSync(join(migrationsFolder, `${version}.sql`), 'utf8').replace(/^-- .*$/gm, '')
  const statements = text.split(/;|--> statement-breakpoint/).map(statement => statement.trim())
  const added = statements.flatMap(statement => /^create table (\S+)/i.exec(statement)?.[1] ?? [])
  const isHarmless = (statement: string) =>
    additions.some(addition => addition.test(statement)) ||
    added.some(table => restrictionOf(table).test(statement))
  return statements.some(statement => statement && !isHarmless(statement))
}

const additions = [
  /^set constraints all immediate$/i,
  /^create table /i,
  /^create index /i,
  /^drop index /i,
  /^alter table \S+ add column (?!.*\bnot null\b)/i,
  /^alter table \S+ add column .*\bdefault\b/i,
]

function restrictionOf(table: string): RegExp {
  return new RegExp(`^(alter table ${table} add constraint|create unique index \\S+ on ${table}) `, 'i')
}
