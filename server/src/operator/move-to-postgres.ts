import { join } from 'node:path'
import { copyDatabase } from '#operator/backup/copy-database.ts'
import { systemClock } from '#platform/clock.ts'
import type { Config } from '#platform/config/config.ts'
import { OperatorError } from '#platform/config/operator-error.ts'
import type { OpenDatabase } from '#platform/database/database.ts'
import { hasSameSecret } from '#platform/database/site.ts'
import type { LocalCommand, Print } from './command.ts'
import { isServerRunning } from './control-client.ts'
import { forCommand, withDatabase } from './open-for-command.ts'

export const moveToPostgres: LocalCommand = {
  name: 'move-to-postgres',
  parameters: [],
  summary:
    'copies the embedded database of DATA_DIR into the empty database at DATABASE_URL; no server may run',
  async run(config, _, print) {
    const { databaseUrl, dataDir } = config
    if (!databaseUrl)
      throw new OperatorError('DATABASE_URL is not set: set it to the URL of an empty database.')
    if (await isServerRunning(dataDir)) throw new OperatorError('A server runs here: stop it first.')
    const embedded = { ...config, databaseUrl: undefined }
    const move = async ({ database }: OpenDatabase) => {
      if (!(await hasSameSecret(database, config.authSecret ?? '')))
        throw new OperatorError(
          `AUTH_SECRET is not the secret of DATA_DIR ${dataDir}. With another secret, all users would be signed out. Set AUTH_SECRET to the content of ${join(dataDir, 'secret')}, or to the value with which the server was started.`,
        )
      await copyToPostgres(config, { database, clock: systemClock }, print)
    }
    await forCommand(embedded, move, { anySecret: true })
  },
}

function copyToPostgres(
  config: Config,
  from: Parameters<typeof copyDatabase>[0],
  print: Print,
): Promise<void> {
  return withDatabase(config, async target => {
    const count = await copyDatabase(from, target, print)
    print(
      `All ${count} rows were copied, and the copies are identical. DATA_DIR ${config.dataDir} is unchanged.`,
    )
  })
}
