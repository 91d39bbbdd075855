import type { Assumptions } from './assumptions.ts'
import type { Costs } from './costs.ts'
import { formatEstimate, formatExact, markdownTable } from './format.ts'
import { limitNames, limitsInOrder } from './limits.ts'
import { nodesFor } from './nodes.ts'
import { drawSite } from './site.ts'

const users = 1e7

/** For each column, the table shows the limit that is reached with the fewest users. */
const columns: Record<string, string[]> = {
  'a node dies': [limitNames.death],
  connections: [limitNames.connections],
  NOTIFY: [limitNames.notify, limitNames.waking],
  maintenance: [limitNames.deletion],
  log: [limitNames.log],
  'database CPU': [limitNames.cpu],
}

type Change = {
  assumptions?: (values: Assumptions) => Partial<Assumptions>
  costs?: (values: Costs) => Partial<Costs>
}

const changes: Record<string, Change> = {
  nothing: {},
  'toggles per day × 10': { assumptions: given => ({ togglesADay: given.togglesADay * 10 }) },
  'size of groups × 10': { assumptions: given => ({ medianGroup: given.medianGroup * 10 }) },
  'all users are connected': { assumptions: () => ({ online: 1 }) },
  'the burst × 10': { assumptions: given => ({ burstShare: given.burstShare * 10 }) },
  'dashboards × 10': { assumptions: given => ({ opensADay: given.opensADay * 10 }) },
  'connections per node ÷ 10': {
    assumptions: given => ({ connectionsPerNode: given.connectionsPerNode / 10 }),
  },
  'duration of a flush × 10': { assumptions: given => ({ flushMs: given.flushMs * 10 }) },
  'CPU of the nodes × 10': {
    costs: given =>
      times10(given, ['request', 'frame', 'opening', 'dashboard', 'unchanged', 'idle', 'receiving']),
  },
  'CPU of the database × 10': {
    costs: given =>
      times10(given, [
        'statement',
        'toggleInDatabase',
        'openingInDatabase',
        'dashboardInDatabase',
        'unchangedInDatabase',
        'comparing',
        'sending',
        'waking',
        'deleting',
      ]),
  },
  'log of a toggle × 10': {
    costs: given => times10(given, ['logToAvailable', 'logToUnavailable', 'logOfDeletion']),
  },
}

/** Returns a table with a row for each of `changes`. The unit of the limits is a million users. */
export function sensitivityTable(assumptions: Assumptions, costs: Costs): string {
  const lines = Object.entries(changes).map(([name, change]) => {
    const site = drawSite(
      { ...assumptions, ...change.assumptions?.(assumptions) },
      { ...costs, ...change.costs?.(costs) },
    )
    const limits = limitsInOrder(site, Object.values(columns).flat())
    const usersAtLimits = Object.values(columns).map(
      names => limits.find(({ limit }) => names.includes(limit.name))?.users ?? Number.NaN,
    )
    const nodes = formatExact(nodesFor(site, users, 'nats'))
    return [name, nodes, ...usersAtLimits.map(users => formatEstimate(users / 1e6))]
  })
  return markdownTable(
    ['what is different', `nodes at ${formatEstimate(users)}`, ...Object.keys(columns)],
    lines,
  )
}

function times10(costs: Costs, which: (keyof Costs)[]): Partial<Costs> {
  return Object.fromEntries(which.map(name => [name, costs[name] * 10]))
}
