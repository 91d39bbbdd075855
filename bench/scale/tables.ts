import { type Assumptions, assumed, type Name } from './assumptions.ts'
import { cellsOfPerson } from './cells.ts'
import { type Costs, names } from './costs.ts'
import { simulateHotGroup } from './hot-group.ts'
import { limitsInOrder } from './limits.ts'
import { exact, markdown, short, untilCommitted } from './markdown.ts'
import { sensitivityTable } from './sensitivity.ts'
import { drawSite, type Site } from './site.ts'
import { sizeOf } from './sizes.ts'

const sizes = [1e6, 1e7, 1e8]

/** Everything the simulation says, as Markdown tables by name. */
export function tablesOf(assumptions: Assumptions, costs: Costs): Record<string, string> {
  const site = drawSite(assumptions, costs)
  return {
    assumptions: markdown(
      ['name', 'value', 'means'],
      Object.entries(assumed).map(([name, [, means]]) => [name, exact(assumptions[name as Name]), means]),
    ),
    costs: markdown(
      ['cost', 'measured', 'means'],
      Object.entries(names).map(([name, means]) => [name, short(costs[name as keyof Costs]), means]),
    ),
    sizes: sizesTable(site),
    limits: markdown(
      ['limit', 'assumed', 'reached at members'],
      limitsInOrder(site).map(({ limit, members }) => [limit.name, limit.assumed, short(members)]),
    ),
    'hot-group': markdown(
      ['members of the group', 'toggles a second', 'database cores, of one', 'until committed, p99'],
      [100, 500, 2_000, 4_000, 8_000].map(members => {
        const result = simulateHotGroup(site, { members, seconds: 60, nodes: 10 })
        return [exact(members), short(members / 60), short(result.cores), untilCommitted(result)]
      }),
    ),
    cells: markdown(
      ['members', ...sizes.map(short)],
      [
        ['cells', ...sizes.map(members => exact(cellsFor(assumptions, members)))],
        [
          'cells in which a person has groups, by chance',
          ...sizes.map(members => short(cellsOfPerson(site, cellsFor(assumptions, members)))),
        ],
      ],
    ),
    sensitivity: sensitivityTable(assumptions, costs),
  }
}

function cellsFor({ cellMembers }: Assumptions, members: number): number {
  return Math.ceil(members / cellMembers)
}

function sizesTable(site: Site): string {
  const columns = sizes.map(members => sizeOf(site, members))
  const names = Object.keys(columns[0] ?? {})
  return markdown(
    ['members', ...sizes.map(short)],
    names.map(name => [name, ...columns.map(column => column[name] ?? '')]),
  )
}
