import { changedBytes, databaseCores, deletionHours, logRate } from './database.ts'
import { catchUpSeconds, nodesFor } from './nodes.ts'
import { notifyLoad, simulateRush } from './rush.ts'
import { rushOf, type Site } from './site.ts'

export const limitNames = {
  death: 'a node dies: time to find users with missed messages',
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

/** `neededShare` is the needed share of a limited resource, for a site with this many users. The limit is reached at a share of 1. */
export type Limit = { name: string; assumed: string; neededShare(users: number): number }
export type Reached = { limit: Limit; users: number }

const mostUsers = 1e9

/** Returns the limits in the order in which a growing site reaches them. The site has one PostgreSQL server for all nodes. */
export function limitsInOrder(site: Site, names: string[] = Object.values(limitNames)): Reached[] {
  return [...calculatedLimits(site), ...simulatedLimits(site)]
    .filter(({ name }) => names.includes(name))
    .map(limit => ({ limit, users: usersAtLimit(limit) }))
    .sort((one, other) => one.users - other.users)
}

function calculatedLimits(site: Site): Limit[] {
  const { assumptions } = site
  const planned = assumptions.databaseCores * assumptions.busy
  const cores = `${assumptions.busy * 100} % of ${assumptions.databaseCores} cores`
  return [
    {
      name: limitNames.connections,
      assumed: `${assumptions.databaseConnections}, ${assumptions.poolPerNode} per node`,
      neededShare: users =>
        (nodesFor(site, users, 'nats') * assumptions.poolPerNode) / assumptions.databaseConnections,
    },
    {
      name: limitNames.death,
      assumed: `${assumptions.recoverySeconds} s`,
      neededShare: users => catchUpSeconds(site, users) / assumptions.recoverySeconds,
    },
    {
      name: limitNames.deletion,
      assumed: `${assumptions.deletionHours} hours`,
      neededShare: users => deletionHours(site, users) / assumptions.deletionHours,
    },
    {
      name: limitNames.log,
      assumed: `${assumptions.logMBs} MB/s`,
      neededShare: users => {
        const { rows, pages, deletions } = logRate(site, users)
        return (rows + pages + deletions) / (assumptions.logMBs * 1e6)
      },
    },
    {
      name: limitNames.cpu,
      assumed: cores,
      neededShare: users => {
        const { toggles, reads } = databaseCores(site, users)
        return (toggles + reads) / planned
      },
    },
    {
      name: limitNames.toggles,
      assumed: cores,
      neededShare: users => databaseCores(site, users).toggles / planned,
    },
    {
      name: limitNames.memory,
      assumed: `${assumptions.databaseGiB} GiB`,
      neededShare: users => {
        const { memberships, groups, noticeIndex } = changedBytes(site, users)
        return (memberships + groups + noticeIndex) / (assumptions.databaseGiB * 2 ** 30)
      },
    },
    {
      name: limitNames.emails,
      assumed: `${assumptions.mailsPerSecond} per second`,
      neededShare: users => rushOf(site, users).emails / assumptions.mailsPerSecond,
    },
  ]
}

function simulatedLimits(site: Site): Limit[] {
  const { assumptions } = site
  const loadAt = (users: number) => notifyLoad(site, simulateRush(site, users, 'notify'))
  return [
    {
      name: limitNames.notify,
      assumed: `${assumptions.busy * 100} % of the time`,
      neededShare: users => loadAt(users).lockedShare / assumptions.busy,
    },
    {
      name: limitNames.waking,
      assumed: `a fifth of ${assumptions.databaseCores} cores`,
      neededShare: users => loadAt(users).wakingCores / (assumptions.databaseCores / 5),
    },
  ]
}

// Begins with few users, because the simulation is slow for sizes far beyond the limit. Doubles the number of users until the limit
// is reached, then bisects.
function usersAtLimit({ neededShare }: Limit): number {
  let low = 1e4
  while (neededShare(low) < 1) {
    if (low >= mostUsers) return Number.POSITIVE_INFINITY
    low *= 2
  }
  let high = low
  low /= 2
  while (high / low > 1.02) {
    const middle = Math.sqrt(low * high)
    if (neededShare(middle) < 1) low = middle
    else high = middle
  }
  return high
}
