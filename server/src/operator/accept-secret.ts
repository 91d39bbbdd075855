import type { Config } from '#platform/config/config.ts'
import { OperatorError } from '#platform/config/operator-error.ts'
import { hasConnectedServers } from '#platform/database/connected-servers.ts'
import { migrationsFolder } from '#platform/database/migration-files.ts'
import { adoptSecret } from '#platform/database/site.ts'
import { loadOrCreateSecret } from '#platform/database/site-secret.ts'
import type { LocalCommand } from './command.ts'
import { isServerRunning } from './control-client.ts'
import { requireDatabase, withDatabase } from './open-for-command.ts'

export const acceptSecret: LocalCommand = {
  name: 'secret accept',
  parameters: [],
  summary:
    'makes the present secret the one of the database: every user must sign in again; no server may run',
  async run(config, _, print) {
    requireDatabase(config)
    if (!config.databaseUrl && (await isServerRunning(config.dataDir))) throw serverRuns
    await adopt(config)
    print(
      `${config.authSecret ? 'AUTH_SECRET' : 'The secret in DATA_DIR'} is the new secret of the database. Every user must sign in again. Links in older emails and invite links no longer work. All hooks, keys and boards are deleted. Addresses that had blocked invitation emails receive them again. Devices ring only after they have been added again.`,
    )
  },
}

const serverRuns = new OperatorError('A server runs on this database: stop all servers first.')

function adopt(config: Config): Promise<void> {
  return withDatabase(config, async ({ database, migrate }) => {
    if (await hasConnectedServers(database)) throw serverRuns
    // Without the secret, no server of this version would start and migrate the database.
    await migrate(migrationsFolder)
    const secret = config.authSecret ?? (await loadOrCreateSecret(config.dataDir))
    await database.transaction(async transaction => {
      if (await hasConnectedServers(transaction)) throw serverRuns
      await adoptSecret(transaction, secret)
    })
  })
}
