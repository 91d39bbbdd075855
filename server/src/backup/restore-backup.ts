import type { OpenDatabase } from '#database/database.ts'
import { knownVersions, latestVersion, migrationsFolder } from '#database/migration-files.ts'
import { OperatorError } from '#operator-error.ts'
import { type Header, rowsOf } from './backup-file.ts'
import { fillDatabase } from './fill-database.ts'

export async function restoreBackup(opened: OpenDatabase, path: string, header: Header): Promise<void> {
  requireKnownSchema(header.schema)
  await fillDatabase(opened, header, rowsOf(path))
  if (header.schema !== latestVersion()) await opened.migrate(migrationsFolder)
}

export function requireKnownSchema(schema: string): void {
  if (knownVersions().includes(schema)) return
  throw new OperatorError(
    `The backup has the schema ${schema}, which belongs to a newer version of this program: use that version.`,
  )
}
