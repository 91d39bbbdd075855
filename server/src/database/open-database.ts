import type { Config } from '#config.ts'
import { connectDatabase, type DatabaseLocation } from './connect-database.ts'
import type { OpenDatabase } from './database.ts'
import { migrationsFolder } from './migration-files.ts'
import { requireCompatibleSite } from './site.ts'

/** Opens and migrates the database. Before the migration, calls `requireCompatibleSite` if a URL and a secret are given. */
export async function openDatabase(
  config: DatabaseLocation & Partial<Pick<Config, 'authSecret'>>,
  log: (line: string) => void,
): Promise<OpenDatabase> {
  const opened = await connectDatabase(config, log)
  try {
    const { databaseUrl, authSecret } = config
    if (databaseUrl && authSecret) await requireCompatibleSite(opened.database, authSecret)
    await opened.migrate(migrationsFolder)
    return opened
  } catch (error) {
    await opened.close()
    throw error
  }
}
