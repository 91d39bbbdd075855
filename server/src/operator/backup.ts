import { resolve } from 'node:path'
import { createBackupFile } from '#operator/backup/write-backup.ts'
import type { Config } from '#platform/config/config.ts'
import { OperatorError } from '#platform/config/operator-error.ts'
import type { LocalCommand, Print, PrintBytes } from './command.ts'
import { dispatchCommand } from './dispatch-command.ts'
import { outcomeOf } from './run-command.ts'

/** Writes the file in this process, because a running server may have other folders and other rights than the operator. */
export const backup: LocalCommand = {
  name: 'backup',
  parameters: ['<file>'],
  summary: 'writes the whole database to a new file (-: to standard output), even while the server runs',
  async run(config, { positionals: [file = ''], folder }, print, printBytes) {
    // If standard output receives the backup, nothing else may be printed there.
    if (file === '-') return receiveBackup(config, folder, () => {}, printBytes)
    const path = resolve(folder, file)
    let summary = ''
    await createBackupFile(path, write =>
      receiveBackup(
        config,
        folder,
        line => {
          summary = line
        },
        write,
      ),
    )
    print(`${path}: ${summary}`)
  },
}

/** Throws OperatorError if the backup is not complete. */
async function receiveBackup(
  config: Config,
  folder: string,
  print: Print,
  printBytes: PrintBytes,
): Promise<void> {
  const line = { args: ['backup-data'], folder }
  const done = dispatchCommand(config, line, print, printBytes)
  const { exit, refusal } = await done.catch(error => outcomeOf(error))
  if (exit !== 0) throw new OperatorError(refusal ?? 'The backup failed.', { exitCode: exit })
}
