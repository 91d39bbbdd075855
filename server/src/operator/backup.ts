import { resolve } from 'node:path'
import { rowsIn } from '#backup/backup-file.ts'
import { streamBackup, writeBackup } from '#backup/write-backup.ts'
import type { Command } from './command.ts'

export const backup: Command = {
  name: 'backup',
  parameters: ['<file>'],
  summary: 'writes the whole database to a new file (-: to standard output), even while the server runs',
  async run(services, { positionals: [file = ''], folder }, print, printBytes) {
    // If standard output receives the backup, nothing else may be printed there.
    if (file === '-') return void (await streamBackup(services, printBytes))
    const path = resolve(folder, file)
    const header = await writeBackup(services, path)
    print(`${path}: ${header.tables.length} tables, ${rowsIn(header)} rows, as of ${header.createdAt}.`)
  },
}
