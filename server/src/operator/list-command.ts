import type { SQL } from 'drizzle-orm'
import { rows } from '#platform/database/database.ts'
import type { Command, CommandInput, CommandSyntax } from './command.ts'
import { formatTable } from './format-table.ts'

type Place = { createdAt: string; id: string }
type Listed = Place & { state: string }

type List<Row extends Listed> = Pick<CommandSyntax, 'name' | 'summary' | 'options'> & {
  columns: Record<string, (row: Row) => string | number>
  /** Selects the rows that contain `search`, the newest first, from the place after `last` on. */
  select(search: string, last: Place, limit: number, options: CommandInput['options']): SQL
  /** Returns the last line of the table. `count` returns how many rows have a state. */
  sum(count: (state: Row['state']) => number): string
}

const pageSize = 500
const mostInTable = 1_000

/** Reads the rows in pages, because there may be many. */
export function listCommand<Row extends Listed>({
  name,
  options: ownOptions,
  summary,
  columns,
  select,
  sum,
}: List<Row>): Command {
  return {
    name,
    parameters: [],
    options: { search: '--search <text>', json: '--json', ...ownOptions },
    summary,
    async run({ database }, { options }, print) {
      const { search = '', json } = options
      const shown: Row[] = []
      const counts = new Map<string, number>()
      let last: Place | undefined = { createdAt: 'infinity', id: '' }
      while (last) {
        const page: Row[] = await rows<Row>(database)`${select(search.trim(), last, pageSize, options)}`
        for (const { state } of page) counts.set(state, (counts.get(state) ?? 0) + 1)
        if (json) for (const row of page) print(JSON.stringify(row))
        else shown.push(...page.slice(0, mostInTable - shown.length))
        last = page.length < pageSize ? undefined : page.at(-1)
      }
      if (json) return
      for (const line of formatTable(shown, columns)) print(line)
      print(sum(state => counts.get(state) ?? 0))
      const hidden = [...counts.values()].reduce((all, count) => all + count, 0) - shown.length
      if (hidden > 0) print(`${hidden} of them are not shown: narrow the list with --search.`)
    },
  }
}
