import { resolve } from 'node:path'
import { checkBackup, rowsIn } from '#operator/backup/backup-file.ts'
import { requireKnownSchema, restoreBackup } from '#operator/backup/restore-backup.ts'
import { OperatorError } from '#platform/config/operator-error.ts'
import { hasSameSecret } from '#platform/database/site.ts'
import { readSecret } from '#platform/database/site-secret.ts'
import type { LocalCommand } from './command.ts'
import { isServerRunning } from './control-client.ts'
import { withDatabase } from './open-for-command.ts'

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
    const hasItsSecret = await withDatabase(config, async opened => {
      await restoreBackup(opened, path, header)
      return hasSameSecret(opened.database, await readSecret(config))
    })
    print(`Restored ${rowsIn(header)} rows in ${header.tables.length} tables, as of ${header.createdAt}.`)
    if (!hasItsSecret)
      print(
        'The secret of the backed-up site is not here yet. Before you start the server, put the old file `secret` into DATA_DIR, or set the old AUTH_SECRET.',
      )
  },
}
