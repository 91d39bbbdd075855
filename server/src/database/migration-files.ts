import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

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

/**
 * The oldest program that can go on serving on the schema of this one, named by the schema it works with. A migration that takes
 * something away from older programs is named here; a test says so.
 */
export const oldestServing = '0011_notification-params'

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

/** What is known of them: in which order they were made, and when. */
export function readJournal(): Journal {
  return JSON.parse(readFileSync(journalIn(migrationsFolder), 'utf8'))
}

function journalIn(folder: string): string {
  return join(folder, 'meta', '_journal.json')
}
