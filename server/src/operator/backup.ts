import { resolve } from 'node:path'
import { rowsIn } from '#backup/backup-file.ts'
import { streamBackup, writeBackup } from '#backup/write-backup.ts'
import type { Verb } from './verb.ts'

export const backup: Verb = {
  name: 'backup',
  takes: ['<file>'],
  about: 'writes everything into a new file (-: to standard output), while the server goes on',
  async run(services, { words: [file = ''], folder }, say, sayBytes) {
    // Nothing else may stand there then.
    if (file === '-') return void (await streamBackup(services, sayBytes))
    const path = resolve(folder, file)
    const header = await writeBackup(services, path)
    say(`${path}: ${header.tables.length} tables, ${rowsIn(header)} rows, as of ${header.createdAt}.`)
  },
}
