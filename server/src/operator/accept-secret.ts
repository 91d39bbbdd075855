import { connectDatabase } from '#database/connect-database.ts'
import { hasConnectedServers } from '#database/connected-servers.ts'
import { adoptSecret } from '#database/site.ts'
import { OperatorError } from '#operator-error.ts'
import type { LocalCommand } from './command.ts'

export const acceptSecret: LocalCommand = {
  name: 'secret accept',
  parameters: [],
  summary: 'stores AUTH_SECRET as the new secret of the database: every user must sign in again',
  async run(config, _, print) {
    const { databaseUrl, authSecret } = config
    if (!databaseUrl || !authSecret)
      throw new OperatorError(
        'The embedded database always accepts the secret of its server: this command is not needed.',
      )
    const opened = await connectDatabase(config, line => process.stderr.write(`${line}\n`), 'command')
    try {
      await opened.database.transaction(async transaction => {
        if (await hasConnectedServers(transaction))
          throw new OperatorError('A server runs on this database: stop all servers first.')
        await adoptSecret(transaction, authSecret)
      })
    } finally {
      await opened.close()
    }
    print(
      'AUTH_SECRET is the new secret of the database. Every user must sign in again. Links in older emails and invite links no longer work. All hooks, keys and boards are deleted. Addresses that had blocked invitation emails receive them again. Devices ring only after they have been added again.',
    )
  },
}
