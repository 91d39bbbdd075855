import { gt } from 'drizzle-orm'
import { systemClock } from '#clock.ts'
import { connectDatabase } from '#database/connect-database.ts'
import { hasConnectedServers } from '#database/connected-servers.ts'
import { boards, hooks, keys, sessions, site } from '#database/schema.ts'
import { fingerprintOf } from '#database/site.ts'
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
        await transaction.update(site).set({ secretFingerprint: fingerprintOf(authSecret) })
        // The addresses of hooks are sealed with the old secret. The hashes of keys and boards depend on it, as do those of invite
        // links. These stay until they expire, because invitations and requests to join that were made from them remain.
        for (const table of [hooks, keys, boards]) await transaction.delete(table)
        // The sessions can no longer be used, because the hashes of their tokens depend on the old secret. The next server ends
        // them like expired sessions. It also deletes the devices, because it cannot unseal the push key to which they belong.
        const now = systemClock.now()
        await transaction.update(sessions).set({ expiresAt: now }).where(gt(sessions.expiresAt, now))
      })
    } finally {
      await opened.close()
    }
    print(
      'AUTH_SECRET is the new secret of the database. Every user must sign in again. Links in older emails and invite links no longer work. All hooks, keys and boards are deleted. Addresses that had blocked invitation emails receive them again. Devices ring only after they have been added again.',
    )
  },
}
