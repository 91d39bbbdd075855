import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import { type Queryable, rows } from './database.ts'

type Journal = { entries: { tag: string; when: number }[] }

export const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url))

/** The schemas that this program knows, each named after the migration that makes it, the oldest first. */
export function knownVersions(): string[] {
  return readJournal().entries.map(({ tag }) => tag)
}

/** The schema this program works with. */
export function latestVersion(): string {
  return knownVersions().at(-1) ?? ''
}

/** The schema a database has: null when it has none yet, 'unknown' when a newer program made it. */
export async function versionOf(on: Queryable): Promise<string | null> {
  const [table] = await rows<{ found: string | null }>(
    on,
    sql`select to_regclass('drizzle.__drizzle_migrations')::text as found`,
  )
  if (!table?.found) return null
  const [newest] = await rows<{ at: number | null }>(
    on,
    sql`select max(created_at)::float8 as at from drizzle.__drizzle_migrations`,
  )
  if (!newest?.at) return null
  return readJournal().entries.find(({ when }) => when === newest.at)?.tag ?? 'unknown'
}

/** Runs `migrate` with a folder that holds the migrations up to a version and no later one. */
export async function withMigrationsUpTo(
  version: string,
  migrate: (folder: string) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'migrations-'))
  try {
    cpSync(migrationsFolder, folder, { recursive: true })
    const journal = readJournal()
    const last = journal.entries.findIndex(({ tag }) => tag === version)
    writeFileSync(
      journalIn(folder),
      JSON.stringify({ ...journal, entries: journal.entries.slice(0, last + 1) }),
    )
    await migrate(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function readJournal(): Journal {
  return JSON.parse(readFileSync(journalIn(migrationsFolder), 'utf8'))
}

function journalIn(folder: string): string {
  return join(folder, 'meta', '_journal.json')
}
