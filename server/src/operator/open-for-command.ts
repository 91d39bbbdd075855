import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '#platform/config/config.ts'
import { OperatorError } from '#platform/config/operator-error.ts'
import { connectDatabase } from '#platform/database/connect-database.ts'
import type { OpenDatabase } from '#platform/database/database.ts'
import { latestVersion } from '#platform/database/migration-files.ts'
import { schemaVersionOf } from '#platform/database/schema-version.ts'
import { requireCompatibleSite } from '#platform/database/site.ts'
import { readSecret } from '#platform/database/site-secret.ts'

/** Opens the database for a command, and closes it when `work` has ended. Prints what the database says to standard error. */
export async function withDatabase<Result>(
  config: Config,
  work: (opened: OpenDatabase) => Promise<Result>,
): Promise<Result> {
  const opened = await connectDatabase(config, line => process.stderr.write(`${line}\n`), 'command')
  try {
    return await work(opened)
  } finally {
    await opened.close()
  }
}

/**
 * Opens the database for `work` without migrating it. Throws OperatorError if the database is missing, is empty, or does not fit this
 * version, secret or system user.
 */
export async function forCommand<Result>(
  config: Config,
  work: (opened: OpenDatabase) => Promise<Result>,
  { anySecret = false } = {},
): Promise<Result> {
  requireDatabase(config)
  return withDatabase(config, async opened => {
    const version = await schemaVersionOf(opened.database)
    if (version === null)
      throw new OperatorError('The database is empty: start the server once to create the tables.')
    if (version !== latestVersion()) {
      throw new OperatorError(
        version === 'unknown'
          ? 'The database belongs to a newer version of this program: use that version.'
          : 'The database belongs to an older version of this program: start the server once to migrate it.',
      )
    }
    if (!anySecret) await requireCompatibleSite(opened.database, await readSecret(config))
    return work(opened)
  })
}

export function requireDatabase({ databaseUrl, dataDir }: Config): void {
  if (databaseUrl) return
  const pgdata = lstatSync(join(dataDir, 'pgdata'), { throwIfNoEntry: false })
  if (!pgdata)
    throw new OperatorError(
      `There is no database in DATA_DIR ${dataDir} yet: start the server once to create it.`,
    )
  // The server could not start any more if a command of another system user had created files in the data folder.
  if (pgdata.uid !== process.getuid?.())
    throw new OperatorError(
      `DATA_DIR ${dataDir} belongs to another user: run this as the user who runs the server.`,
    )
}
