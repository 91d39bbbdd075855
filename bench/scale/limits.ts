import { databaseCores, logRate, notificationBytes } from './database.ts'
import { nodesFor, recoverySeconds } from './nodes.ts'
import { simulateRush, wakingCores } from './rush.ts'
import { rushOf, type Site } from './site.ts'

export const limitNames = {
  death: 'a node dies: the database compares everybody',
  connections: 'connections to PostgreSQL',
  disk: 'notifications on disk, after a year',
  log: 'write-ahead log',
  cpu: 'database CPU: dashboards and toggles',
  toggles: 'database CPU: toggles alone',
  memory: 'memory for the page of each person’s next notification',
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
  const cores = `${has.databaseCores} cores, ${has.busy * 100} % busy`
  return [
    {
      name: limitNames.connections,
      assumed: `${has.databaseConnections}, ${has.poolPerNode} a node`,
      taken: members => (nodesFor(site, members, 'nats') * has.poolPerNode) / has.databaseConnections,
    },
    {
      name: limitNames.death,
      assumed: `${has.backSeconds} s`,
      taken: members => recoverySeconds(site, members) / has.backSeconds,
    },
    {
      name: limitNames.disk,
      assumed: `${has.databaseTiB} TiB`,
      taken: members => {
        const { kept, neverRead } = notificationBytes(site, members)
        return (kept + neverRead) / (has.databaseTiB * 2 ** 40)
      },
    },
    {
      name: limitNames.log,
      assumed: `${has.logMBs} MB/s`,
      taken: members => {
        const { rows, pages } = logRate(site, members)
        return (rows + pages) / (has.logMBs * 1e6)
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
      taken: members => (members * 8192) / (has.databaseGiB * 2 ** 30),
    },
    {
      name: limitNames.emails,
      assumed: `${has.mailsPerSecond} a second`,
      taken: members => rushOf(site, members).emails / has.mailsPerSecond,
    },
  ]
}

function simulatedLimits(site: Site): Limit[] {
  const { assumptions: has } = site
  return [
    {
      name: limitNames.notify,
      assumed: `p99 ${has.commitMs} ms`,
      taken: members => {
        const { latencyMs, isOverloaded } = simulateRush(site, members, 'notify')
        return isOverloaded ? Number.POSITIVE_INFINITY : latencyMs.p99 / has.commitMs
      },
    },
    {
      name: limitNames.waking,
      assumed: `a fifth of ${has.databaseCores} cores`,
      taken: members => wakingCores(site, simulateRush(site, members, 'notify')) / (has.databaseCores / 5),
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
