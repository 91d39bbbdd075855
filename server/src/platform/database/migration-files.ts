import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

type Journal = { entries: { tag: string; when: number }[] }

export const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url))

/** Returns the names of all schemas, the oldest first. A schema has the name of the migration that creates it. */
export function knownVersions(): string[] {
  return readJournal().entries.map(({ tag }) => tag)
}

export function latestVersion(): string {
  return knownVersions().at(-1) ?? ''
}

/** The newest migration that older programs cannot work with. Programs that do not contain it must not use the database. */
export const oldestCompatibleSchema = '0008_one-bus'

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

export function readJournal(): Journal {
  return JSON.parse(readFileSync(journalIn(migrationsFolder), 'utf8'))
}

function journalIn(folder: string): string {
  return join(folder, 'meta', '_journal.json')
}
