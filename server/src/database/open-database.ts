import type { Config } from '#config.ts'
import { connectDatabase, type Place } from './connect-database.ts'
import type { OpenDatabase } from './database.ts'
import { migrationsFolder } from './migration-files.ts'
import { requireCompatibleSite } from './site.ts'

/**
 * Opens the database of the settings and migrates its schema. Changes nothing if this program must not work with the database.
 * Throws OperatorError.
 */
export async function openDatabase(
  config: Place & Partial<Pick<Config, 'authSecret'>>,
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
