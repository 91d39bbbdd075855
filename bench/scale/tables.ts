import { type Assumptions, assumed, type Name } from './assumptions.ts'
import { averageCellsOfUser } from './cells.ts'
import { type Costs, names } from './costs.ts'
import { formatCommitLatency, formatEstimate, formatExact, markdownTable } from './format.ts'
import { simulateHotGroup } from './hot-group.ts'
import { limitsInOrder } from './limits.ts'
import { sensitivityTable } from './sensitivity.ts'
import { drawSite, type Site } from './site.ts'
import { sizeOf } from './sizes.ts'

const sizes = [1e6, 1e7, 1e8]

/** Runs the simulation. Returns its results as Markdown tables. The keys are the tables' names. */
export function tablesOf(assumptions: Assumptions, costs: Costs): Record<string, string> {
  const site = drawSite(assumptions, costs)
  return {
    assumptions: markdownTable(
      ['name', 'value', 'means'],
      Object.entries(assumed).map(([name, [, means]]) => [
        name,
        formatExact(assumptions[name as Name]),
        means,
      ]),
    ),
    costs: markdownTable(
      ['cost', 'measured', 'means'],
      Object.entries(names).map(([name, means]) => [name, formatEstimate(costs[name as keyof Costs]), means]),
    ),
    sizes: sizesTable(site),
    limits: markdownTable(
      ['limit', 'assumed', 'reached at members'],
      limitsInOrder(site).map(({ limit, members }) => [limit.name, limit.assumed, formatEstimate(members)]),
    ),
    'hot-group': markdownTable(
      ['members of the group', 'toggles a second', 'database cores, of one', 'until committed, p99'],
      [100, 500, 2_000, 4_000, 8_000].map(members => {
        const result = simulateHotGroup(site, { members, seconds: 60, nodes: 10 })
        return [
          formatExact(members),
          formatEstimate(members / 60),
          formatEstimate(result.cores),
          formatCommitLatency(result),
        ]
      }),
    ),
    cells: markdownTable(
      ['members', ...sizes.map(formatEstimate)],
      [
        ['cells', ...sizes.map(members => formatExact(cellsFor(assumptions, members)))],
        [
          'cells in which a person has groups, by chance',
          ...sizes.map(members => formatEstimate(averageCellsOfUser(site, cellsFor(assumptions, members)))),
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
  return markdownTable(
    ['members', ...sizes.map(formatEstimate)],
    names.map(name => [name, ...columns.map(column => column[name] ?? '')]),
  )
}
