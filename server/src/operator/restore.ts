import { resolve } from 'node:path'
import { checkBackup, rowsIn } from '#operator/backup/backup-file.ts'
import { requireKnownSchema, restoreBackup } from '#operator/backup/restore-backup.ts'
import { OperatorError } from '#platform/config/operator-error.ts'
import { connectDatabase } from '#platform/database/connect-database.ts'
import { hasSameSecret } from '#platform/database/site.ts'
import { readSecret } from '#platform/database/site-secret.ts'
import type { LocalCommand } from './command.ts'
import { isServerRunning } from './control-client.ts'

export const restore: LocalCommand = {
  name: 'restore',
  parameters: ['<file>'],
  summary: 'restores a backup into an empty database; no server may run',
  async run(config, { positionals: [file = ''], folder }, print) {
    const path = resolve(folder, file)
    if (await isServerRunning(config.dataDir)) throw new OperatorError('A server runs here: stop it first.')
    // The backup is checked before anything is created or changed.
    const header = await checkBackup(path)
    requireKnownSchema(header)
    const opened = await connectDatabase(config, line => process.stderr.write(`${line}\n`), 'command')
    let hasItsSecret: boolean
    try {
      await restoreBackup(opened, path, header)
      hasItsSecret = await hasSameSecret(opened.database, await readSecret(config))
    } finally {
      await opened.close()
    }
    print(`Restored ${rowsIn(header)} rows in ${header.tables.length} tables, as of ${header.createdAt}.`)
    if (!hasItsSecret)
      print(
        'The secret of the backed-up site is not here yet. Before you start the server, put the old file `secret` into DATA_DIR, or set the old AUTH_SECRET.',
      )
  },
}
