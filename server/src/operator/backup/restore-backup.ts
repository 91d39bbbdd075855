import { OperatorError } from '#platform/config/operator-error.ts'
import type { OpenDatabase } from '#platform/database/database.ts'
import {
  knownVersions,
  latestVersion,
  migrationsFolder,
  readJournal,
} from '#platform/database/migration-files.ts'
import { beforeFirstMigration } from '#platform/database/schema-version.ts'
import { type Header, rowsOf } from './backup-file.ts'
import { fillDatabase } from './fill-database.ts'

export async function restoreBackup(opened: OpenDatabase, path: string, header: Header): Promise<void> {
  requireKnownSchema(header)
  await fillDatabase(opened, header, rowsOf(path))
  if (header.schema !== latestVersion()) await opened.migrate(migrationsFolder)
}

export function requireKnownSchema({ schema, createdAt }: Pick<Header, 'schema' | 'createdAt'>): void {
  if (knownVersions().includes(schema)) return
  const [first] = readJournal().entries
  if (first && Date.parse(createdAt) < first.when) throw beforeFirstMigration('The backup')
  throw new OperatorError(
    `The backup has the schema ${schema}, which belongs to a newer version of this program: use that version.`,
  )
}
