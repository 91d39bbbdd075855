import { usageOf } from './parse-command.ts'
import { table } from './table.ts'
import type { Spoken } from './verb.ts'

/** What the command line says about itself. */
export function usage(verbs: Spoken[]): string[] {
  const shown = verbs.filter(({ about }) => about !== null)
  const [, ...lines] = table(shown, { '': usageOf, about: ({ about }) => about ?? '' })
  return [
    'npm run admin -- <command>',
    '',
    ...lines.map(line => `  ${line}`),
    '',
    'It works while the server runs and while it does not, with the same settings (DATA_DIR, DATABASE_URL, …).',
    'It ends with 0 when it was done, 1 when it was refused, 2 when it was not understood.',
  ]
}
