import { resolve } from 'node:path'
import { checkBackup, rowsIn } from '#backup/backup-file.ts'
import { requireKnown, restoreBackup } from '#backup/restore-backup.ts'
import { connectDatabase } from '#database/connect-database.ts'
import { OperatorError } from '#operator-error.ts'
import { connectTo, controlSocket } from './control-socket.ts'
import type { LocalVerb } from './verb.ts'

export const restore: LocalVerb = {
  name: 'restore',
  takes: ['<file>'],
  about: 'puts a backup into an empty database, while no server runs',
  async run(config, { words: [file = ''], folder }, say) {
    const path = resolve(folder, file)
    const server = await connectTo(controlSocket(config.dataDir))
    server?.destroy()
    if (server) throw new OperatorError('A server runs here: stop it first.')
    // Before anything is made or changed.
    const header = await checkBackup(path)
    requireKnown(header.schema)
    const opened = await connectDatabase(config, line => process.stderr.write(`${line}\n`), 'command')
    try {
      await restoreBackup(opened, path, header)
    } finally {
      await opened.close()
    }
    say(`Restored ${rowsIn(header)} rows in ${header.tables.length} tables, as of ${header.createdAt}.`)
  },
}
