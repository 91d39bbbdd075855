import type { CommandSyntax } from './command.ts'
import { formatTable } from './format-table.ts'
import { syntaxOf } from './parse-command.ts'

/** The lines that explain the command line. */
export function usageLines(commands: CommandSyntax[]): string[] {
  const shown = commands.filter(({ summary }) => summary !== null)
  const [, ...lines] = formatTable(shown, { '': syntaxOf, about: ({ summary }) => summary ?? '' })
  return [
    'npm run admin -- <command>',
    '',
    ...lines.map(line => `  ${line}`),
    '',
    'It works while the server runs and while it does not, with the same settings (DATA_DIR, DATABASE_URL, …).',
    'It ends with 0 when it was done, 1 when it was refused, 2 when it was not understood.',
  ]
}
