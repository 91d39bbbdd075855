import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

type Journal = { entries: { tag: string; when: number }[] }

export const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url))

/** The schemas that this program knows, the oldest first. Each has the name of the migration that creates it. */
export function knownVersions(): string[] {
  return readJournal().entries.map(({ tag }) => tag)
}

/** The schema that this program works with. */
export function latestVersion(): string {
  return knownVersions().at(-1) ?? ''
}

/**
 * The oldest program that can work with this program's schema, named by its own schema. A migration that removes something used
 * by older programs must be named here. A test checks this.
 */
export const oldestServing = '0011_notification-params'

/** Runs `migrate` with a folder that contains the migrations up to a version. */
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

/** The order and the dates of the migrations. */
export function readJournal(): Journal {
  return JSON.parse(readFileSync(journalIn(migrationsFolder), 'utf8'))
}

function journalIn(folder: string): string {
  return join(folder, 'meta', '_journal.json')
}
