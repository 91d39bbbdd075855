import { rowsIn } from '#operator/backup/backup-file.ts'
import { streamBackup } from '#operator/backup/write-backup.ts'
import { connectDatabase } from '#platform/database/connect-database.ts'
import type { Command } from './command.ts'

export const sendBackup: Command = {
  name: 'backup-data',
  parameters: [],
  summary: null,
  async run({ config, clock, database, log }, _, print, printBytes) {
    // The server's own connections to PostgreSQL have limits of time for requests, which a large backup would exceed.
    const opened = config.databaseUrl
      ? await connectDatabase(config, line => log.warn({ line }, 'the database of a backup'), 'command')
      : null
    try {
      const source = { database: opened?.database ?? database, clock }
      const header = await streamBackup(source, printBytes)
      print(`${header.tables.length} tables, ${rowsIn(header)} rows, as of ${header.createdAt}.`)
    } finally {
      await opened?.close()
    }
  },
}
