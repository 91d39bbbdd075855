import type { Config } from '#platform/config/config.ts'
import { connectDatabase, type DatabaseLocation } from './connect-database.ts'
import type { OpenDatabase } from './database.ts'
import { migrationsFolder } from './migration-files.ts'
import { explainFailure } from './postgres/explain-failure.ts'
import { schemaVersionOf } from './schema-version.ts'
import { requireCompatibleSite } from './site.ts'
import { readSecret } from './site-secret.ts'

/** Opens and migrates the database. Throws OperatorError before the migration if the database belongs to another secret. */
export async function openDatabase(
  config: DatabaseLocation & Partial<Pick<Config, 'authSecret'>>,
  log: (line: string) => void,
): Promise<OpenDatabase> {
  const opened = await connectDatabase(config, log)
  try {
    // The check of the site would take a database from before the first migration for one of a newer version.
    await schemaVersionOf(opened.database)
    // Only tests open a database at a URL without a secret.
    if (config.authSecret || !config.databaseUrl)
      await requireCompatibleSite(opened.database, await readSecret(config))
    await opened.migrate(migrationsFolder)
    return opened
  } catch (error) {
    await opened.close()
    throw config.databaseUrl ? explainFailure(error, config.databaseUrl) : error
  }
}
