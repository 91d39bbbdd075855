import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { knownVersions, migrationsFolder, oldestCompatibleSchema } from './migration-files.ts'

test('`oldestCompatibleSchema` is at least as new as every migration that older programs cannot work with', () => {
  const versions = knownVersions()
  const harmful = versions.filter(version =>
    breaksOlderPrograms(readFileSync(join(migrationsFolder, `${version}.sql`), 'utf8')),
  )
  expect(versions).toContain(oldestCompatibleSchema)
  expect(
    harmful.filter(version => versions.indexOf(version) > versions.indexOf(oldestCompatibleSchema)),
  ).toEqual([])
})

test.each<[string, boolean]>([
  ['ALTER TABLE "groups" ADD COLUMN "motto" text;', false],
  [
    'CREATE TABLE "new" ("id" text);--> statement-breakpoint\nCREATE UNIQUE INDEX "one" ON "new" ("id");',
    false,
  ],
  ['CREATE UNIQUE INDEX "one" ON "groups" ("name");', true],
  ['ALTER TABLE "groups" ADD COLUMN "motto" text NOT NULL;', true],
  ['-- A comment\nALTER TABLE "groups" DROP COLUMN "name";', true],
])('whether older programs cannot work with %j: %s', (text, breaks) => {
  expect(breaksOlderPrograms(text)).toBe(breaks)
})

/**
 * Older programs can work with new tables, new or dropped indexes, and new columns that may be null or have defaults. They can work
 * with a new unique index or constraint only if the table is new, too.
 */
function breaksOlderPrograms(migration: string): boolean {
  const text = migration.replace(/^-- .*$/gm, '')
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
