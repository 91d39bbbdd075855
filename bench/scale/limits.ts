import { changedBytes, databaseCores, deletionHours, logRate } from './database.ts'
import { comparisonSeconds, nodesFor } from './nodes.ts'
import { notifyLoad, simulateRush } from './rush.ts'
import { rushOf, type Site } from './site.ts'

export const limitNames = {
  death: 'a node dies: time of comparing',
  connections: 'connections to PostgreSQL',
  log: 'write-ahead log',
  cpu: 'database CPU: dashboards and toggles',
  toggles: 'database CPU: only toggles',
  memory: 'memory for the pages that toggles change',
  deletion: 'maintenance: deleting old status notices',
  emails: 'emails',
  notify: 'NOTIFY: one commit at a time',
  waking: 'NOTIFY: every commit and heartbeat wakes every node',
} as const

/** A limited resource. `taken` returns the share that a site with this many members uses. The limit is reached at 1. */
export type Limit = { name: string; assumed: string; taken(members: number): number }
export type Reached = { limit: Limit; members: number }

const most = 1e9

/** Returns the limits in the order in which a growing site reaches them. The site has one PostgreSQL for all nodes. */
export function limitsInOrder(site: Site, names: string[] = Object.values(limitNames)): Reached[] {
  return [...calculatedLimits(site), ...simulatedLimits(site)]
    .filter(({ name }) => names.includes(name))
    .map(limit => ({ limit, members: membersAtLimit(limit) }))
    .sort((one, other) => one.members - other.members)
}

function calculatedLimits(site: Site): Limit[] {
  const { assumptions: has } = site
  const planned = has.databaseCores * has.busy
  const cores = `${has.busy * 100} % of ${has.databaseCores} cores`
  return [
    {
      name: limitNames.connections,
      assumed: `${has.databaseConnections}, ${has.poolPerNode} per node`,
      taken: members => (nodesFor(site, members, 'nats') * has.poolPerNode) / has.databaseConnections,
    },
    {
      name: limitNames.death,
      assumed: `${has.recoverySeconds} s`,
      taken: members => comparisonSeconds(site, members) / has.recoverySeconds,
    },
    {
      name: limitNames.deletion,
      assumed: `${has.deletionHours} hours`,
      taken: members => deletionHours(site, members) / has.deletionHours,
    },
    {
      name: limitNames.log,
      assumed: `${has.logMBs} MB/s`,
      taken: members => {
        const { rows, pages, deletions } = logRate(site, members)
        return (rows + pages + deletions) / (has.logMBs * 1e6)
      },
    },
    {
      name: limitNames.cpu,
      assumed: cores,
      taken: members => {
        const { toggles, reads } = databaseCores(site, members)
        return (toggles + reads) / planned
      },
    },
    {
      name: limitNames.toggles,
      assumed: cores,
      taken: members => databaseCores(site, members).toggles / planned,
    },
    {
      name: limitNames.memory,
      assumed: `${has.databaseGiB} GiB`,
      taken: members => {
        const { memberships, groups, noticeIndex } = changedBytes(site, members)
        return (memberships + groups + noticeIndex) / (has.databaseGiB * 2 ** 30)
      },
    },
    {
      name: limitNames.emails,
      assumed: `${has.mailsPerSecond} per second`,
      taken: members => rushOf(site, members).emails / has.mailsPerSecond,
    },
  ]
}

function simulatedLimits(site: Site): Limit[] {
  const { assumptions: has } = site
  const loadAt = (members: number) => notifyLoad(site, simulateRush(site, members, 'notify'))
  return [
    {
      name: limitNames.notify,
      assumed: `${has.busy * 100} % of the time`,
      taken: members => loadAt(members).lockedShare / has.busy,
    },
    {
      name: limitNames.waking,
      assumed: `a fifth of ${has.databaseCores} cores`,
      taken: members => loadAt(members).wakingCores / (has.databaseCores / 5),
    },
  ]
}

// Doubles the size until the limit is exceeded, and then bisects. Sizes far beyond the limit are slow to simulate.
function membersAtLimit({ taken }: Limit): number {
  let low = 1e4
  while (taken(low) < 1) {
    if (low >= most) return Number.POSITIVE_INFINITY
    low *= 2
  }
  let high = low
  low /= 2
  while (high / low > 1.02) {
    const middle = Math.sqrt(low * high)
    if (taken(middle) < 1) low = middle
    else high = middle
  }
  return high
}
