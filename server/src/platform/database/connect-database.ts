import type { Config } from '#platform/config/config.ts'
import type { OpenDatabase } from './database.ts'

export type DatabaseLocation = Pick<Config, 'dataDir'> &
  Partial<Pick<Config, 'databaseUrl' | 'databaseConnections'>>

/**
 * Opens the database at `databaseUrl` or, without a URL, the embedded database in `dataDir`. If Grouplight's
 * server uses a database at a URL, its statements have a time limit. The statements of a command have none.
 */
export async function connectDatabase(
  { dataDir, databaseUrl, databaseConnections }: DatabaseLocation,
  log: (line: string) => void,
  use: 'server' | 'command' = 'server',
): Promise<OpenDatabase> {
  // Loading only the driver that is needed saves memory.
  if (databaseUrl) {
    const { openPostgres } = await import('./postgres/open-postgres.ts')
    return openPostgres({ databaseUrl, databaseConnections }, log, use)
  }
  const { connectEmbedded } = await import('./embedded/connect-embedded.ts')
  return connectEmbedded(dataDir, log)
}
