import { acceptSecret } from './accept-secret.ts'
import { backup } from './backup.ts'
import type { CommandSyntax, LocalCommand } from './command.ts'
import { doctor } from './doctor.ts'
import { formatTable } from './format-table.ts'
import { moveToPostgres } from './move-to-postgres.ts'
import { syntaxOf } from './parse-command.ts'
import { restore } from './restore.ts'

export const localCommands: LocalCommand[] = [backup, restore, moveToPostgres, acceptSecret, doctor]

const showVersion: CommandSyntax = {
  name: 'version',
  parameters: [],
  summary: 'prints the version of this program, also as --version',
}

export function usageLines(commands: CommandSyntax[]): string[] {
  const shown = [...commands.filter(({ summary }) => summary !== null), showVersion]
  const [, ...lines] = formatTable(shown, { '': syntaxOf, about: ({ summary }) => summary ?? '' })
  return [
    'npm run admin -- <command>',
    '',
    ...lines.map(line => `  ${line}`),
    '',
    'Most commands work whether the server runs or not, with the same settings (DATA_DIR, DATABASE_URL, …).',
    'The exit code is 0 for success, 1 for a refusal or a failure, 2 for a wrong command line.',
  ]
}
