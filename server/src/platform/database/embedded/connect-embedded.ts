import type { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import { applyMigrations } from '../apply-migrations.ts'
import type { OpenDatabase, Prepared, TryWithLock } from '../database.ts'
import * as schema from '../schema.ts'
import { openEmbedded } from './open-embedded.ts'
import { measureDiskSpace } from './upkeep/disk-space.ts'

export async function connectEmbedded(dataDir: string, log: (line: string) => void): Promise<OpenDatabase> {
  const embedded = await openEmbedded(dataDir, log)
  const database = drizzle({ client: embedded.pglite as unknown as PGlite, schema })
  // The statement's name is not used, because PGlite does not support named statements.
  const prepared: Prepared = async <Row>({ text }: { text: string }, values: unknown[]) =>
    (await embedded.pglite.query<Row>(text, values)).rows
  return {
    database: Object.assign(database, {
      prepared,
      tryWithLock: workWithoutLock,
    }),
    migrate: folder => applyMigrations(database, folder),
    close: () => embedded.close(),
    startWatchdog: () => embedded.startWatchdog(),
    diskSpace: () => measureDiskSpace(dataDir),
  }
}

// The site of an embedded database has only one node, so no other node can have the lock.
const workWithoutLock: TryWithLock = async (_name, work) => {
  await work()
  return true
}
