import type { Assumptions } from './assumptions.ts'
import type { Costs } from './costs.ts'
import { formatEstimate, formatExact, markdownTable } from './format.ts'
import { limitNames, limitsInOrder } from './limits.ts'
import { nodesFor } from './nodes.ts'
import { drawSite } from './site.ts'

const members = 1e7

const columns = {
  'a node dies': limitNames.death,
  connections: limitNames.connections,
  disk: limitNames.disk,
  NOTIFY: limitNames.notify,
  log: limitNames.log,
  'database CPU': limitNames.cpu,
}

type Change = {
  assumptions?: (values: Assumptions) => Partial<Assumptions>
  costs?: (values: Costs) => Partial<Costs>
}

const changes: Record<string, Change> = {
  'nothing: as assumed': {},
  'toggles a day × 10': { assumptions: given => ({ togglesADay: given.togglesADay * 10 }) },
  'size of groups × 10': { assumptions: given => ({ medianGroup: given.medianGroup * 10 }) },
  'everybody is online': { assumptions: () => ({ online: 1 }) },
  'the burst × 10': { assumptions: given => ({ burstShare: given.burstShare * 10 }) },
  'opened screens × 10': { assumptions: given => ({ opensADay: given.opensADay * 10 }) },
  'connections of a node ÷ 10': {
    assumptions: given => ({ connectionsPerNode: given.connectionsPerNode / 10 }),
  },
  'flush × 10': { assumptions: given => ({ flushMs: given.flushMs * 10 }) },
  'the node’s CPU × 10': {
    costs: given =>
      times10(given, ['request', 'frame', 'opening', 'dashboard', 'unchanged', 'idle', 'receiving']),
  },
  'the database’s CPU × 10': {
    costs: given =>
      times10(given, [
        'toggleInDatabase',
        'rowInDatabase',
        'openingInDatabase',
        'dashboardInDatabase',
        'unchangedInDatabase',
        'comparing',
        'waking',
      ]),
  },
  'bytes of a notification × 10': { costs: given => times10(given, ['rowBytes', 'logOfRow']) },
}

/** Returns a table of each limit in millions of members, if one assumption is ten times worse. */
export function sensitivityTable(assumptions: Assumptions, costs: Costs): string {
  const lines = Object.entries(changes).map(([name, change]) => {
    const site = drawSite(
      { ...assumptions, ...change.assumptions?.(assumptions) },
      { ...costs, ...change.costs?.(costs) },
    )
    const limits = limitsInOrder(site, Object.values(columns))
    const reached = new Map(limits.map(({ limit, members }) => [limit.name, members]))
    const at = Object.values(columns).map(limit => reached.get(limit) ?? Number.NaN)
    const nodes = formatExact(nodesFor(site, members, 'nats'))
    return [name, nodes, ...at.map(members => formatEstimate(members / 1e6))]
  })
  return markdownTable(
    ['what is wrong', `nodes at ${formatEstimate(members)}`, ...Object.keys(columns)],
    lines,
  )
}

function times10(costs: Costs, which: (keyof Costs)[]): Partial<Costs> {
  return Object.fromEntries(which.map(name => [name, costs[name] * 10]))
}
