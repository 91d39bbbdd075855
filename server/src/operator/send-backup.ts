import { type Header, rowsIn } from '#operator/backup/backup-file.ts'
import { streamBackup } from '#operator/backup/write-backup.ts'
import { connectDatabase } from '#platform/database/connect-database.ts'
import { site } from '#platform/database/schema.ts'
import type { Services } from '#services.ts'
import type { Command } from './command.ts'

export const sendBackup: Command = {
  name: 'backup-data',
  parameters: [],
  summary: null,
  async run(services, _, print, printBytes) {
    const header = await makeBackup(services, printBytes)
    print(`${header.tables.length} tables, ${rowsIn(header)} rows, as of ${header.createdAt}.`)
  },
}

/** Notes the time when all has been written. */
export async function makeBackup(
  { config, clock, database, log }: Services,
  write: (chunk: Buffer) => Promise<void>,
): Promise<Header> {
  // The server's own connections to PostgreSQL have limits of time for requests, which a large backup would exceed.
  const opened = config.databaseUrl
    ? await connectDatabase(config, line => log.warn({ line }, 'the database of a backup'), 'command')
    : null
  try {
    const header = await streamBackup({ database: opened?.database ?? database, clock }, write)
    await database.update(site).set({ lastBackupAt: clock.now() })
    return header
  } finally {
    await opened?.close()
  }
}
