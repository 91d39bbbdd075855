import { type AssumptionName, type Assumptions, assumed } from './assumptions.ts'
import { averageCellsOfUser } from './cells.ts'
import { type Costs, meanings } from './costs.ts'
import { formatCommitLatency, formatEstimate, formatExact, markdownTable } from './format.ts'
import { simulateHotGroup } from './hot-group.ts'
import { limitsInOrder } from './limits.ts'
import { sensitivityTable } from './sensitivity.ts'
import { drawSite, type Site } from './site.ts'
import { sizeOf } from './sizes.ts'

const sizes = [1e6, 1e7, 1e8]

export function tablesOf(assumptions: Assumptions, costs: Costs): Record<string, string> {
  const site = drawSite(assumptions, costs)
  return Object.fromEntries(Object.entries(tables).map(([name, create]) => [name, create(site)]))
}

const tables = {
  assumptions: ({ assumptions }) =>
    markdownTable(
      ['name', 'value', 'meaning'],
      Object.entries(assumed).map(([name, [, meaning]]) => [
        name,
        formatExact(assumptions[name as AssumptionName]),
        meaning,
      ]),
    ),
  costs: ({ costs }) =>
    markdownTable(
      ['cost', 'measured', 'meaning'],
      Object.entries(meanings).map(([name, meaning]) => [
        name,
        formatEstimate(costs[name as keyof Costs]),
        meaning,
      ]),
    ),
  sizes: sizesTable,
  limits: site =>
    markdownTable(
      ['limit', 'assumed', 'users'],
      limitsInOrder(site).map(({ limit, users }) => [limit.name, limit.assumed, formatEstimate(users)]),
    ),
  'hot-group': hotGroupTable,
  cells: cellsTable,
  sensitivity: ({ assumptions, costs }) => sensitivityTable(assumptions, costs),
} satisfies Record<string, (site: Site) => string>

export const tableNames = Object.keys(tables)

function hotGroupTable(site: Site): string {
  return markdownTable(
    [
      'members of the group',
      'toggles per second',
      'commits per second',
      'database cores',
      'ms from a toggle to its commit, p99',
      'frames per second',
      'busy cores of ten nodes',
    ],
    [100, 500, 2_000, 8_000, 32_000].map(members => {
      const result = simulateHotGroup(site, { members, nodes: 10 })
      return [
        formatExact(members),
        formatEstimate(members / 60),
        formatEstimate(result.commits / 60),
        formatEstimate(result.cores),
        formatCommitLatency(result),
        formatEstimate(result.frames),
        formatEstimate(result.nodeCores),
      ]
    }),
  )
}

function cellsTable(site: Site): string {
  const cells = sizes.map(users => Math.ceil(users / site.assumptions.cellMembers))
  return markdownTable(
    ['users', ...sizes.map(formatEstimate)],
    [
      ['cells', ...cells.map(formatExact)],
      [
        'cells with groups of a user, on average',
        ...cells.map(count => formatEstimate(averageCellsOfUser(site, count))),
      ],
    ],
  )
}

function sizesTable(site: Site): string {
  const columns = sizes.map(users => sizeOf(site, users))
  const names = Object.keys(columns[0] ?? {})
  return markdownTable(
    ['users', ...sizes.map(formatEstimate)],
    names.map(name => [name, ...columns.map(column => column[name] ?? '')]),
  )
}
