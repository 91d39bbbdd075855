import { databaseCores, logRate, notificationBytes } from './database.ts'
import { nodesFor, rightAfter } from './nodes.ts'
import { playRush, wakingCores } from './rush.ts'
import { rushOf, type Site } from './site.ts'

export const wallNames = {
  death: 'a node dies: the database answers everybody',
  connections: 'connections to PostgreSQL',
  disk: 'notifications on disk, after a year',
  log: 'write-ahead log',
  cpu: 'database CPU: dashboards and toggles',
  toggles: 'database CPU: toggles alone',
  memory: 'memory for the page of each person’s next notification',
  emails: 'emails',
  notify: 'NOTIFY: one commit at a time',
  waking: 'NOTIFY: every commit and beat wakes every node',
} as const

/** Something that ends: how much of it so many members take, 1 being all there is. */
export type Wall = { name: string; limit: string; taken(members: number): number }
export type Reached = { wall: Wall; members: number }

const most = 1e9

/** The walls, or some of them, in the order in which a growing site meets them, with one PostgreSQL behind all nodes. */
export function wallsInOrder(site: Site, names: string[] = Object.values(wallNames)): Reached[] {
  return [...reckoned(site), ...played(site)]
    .filter(({ name }) => names.includes(name))
    .map(wall => ({ wall, members: reach(wall) }))
    .sort((one, other) => one.members - other.members)
}

function reckoned(site: Site): Wall[] {
  const { assumptions: has } = site
  const planned = has.databaseCores * has.busy
  const cores = `${has.databaseCores} cores, ${has.busy * 100} % busy`
  return [
    {
      name: wallNames.connections,
      limit: `${has.databaseConnections}, ${has.poolPerNode} a node`,
      taken: members => (nodesFor(site, members, 'nats') * has.poolPerNode) / has.databaseConnections,
    },
    {
      name: wallNames.death,
      limit: `${has.backSeconds} s`,
      taken: members => rightAfter(site, members, 2).database / has.backSeconds,
    },
    {
      name: wallNames.disk,
      limit: `${has.databaseTiB} TiB`,
      taken: members => {
        const { kept, neverRead } = notificationBytes(site, members)
        return (kept + neverRead) / (has.databaseTiB * 2 ** 40)
      },
    },
    {
      name: wallNames.log,
      limit: `${has.logMBs} MB/s`,
      taken: members => {
        const { rows, pages } = logRate(site, members)
        return (rows + pages) / (has.logMBs * 1e6)
      },
    },
    {
      name: wallNames.cpu,
      limit: cores,
      taken: members => {
        const { toggles, reads } = databaseCores(site, members)
        return (toggles + reads) / planned
      },
    },
    {
      name: wallNames.toggles,
      limit: cores,
      taken: members => databaseCores(site, members).toggles / planned,
    },
    {
      name: wallNames.memory,
      limit: `${has.databaseGiB} GiB`,
      taken: members => (members * 8192) / (has.databaseGiB * 2 ** 30),
    },
    {
      name: wallNames.emails,
      limit: `${has.mailsPerSecond} a second`,
      taken: members => rushOf(site, members).emails / has.mailsPerSecond,
    },
  ]
}

function played(site: Site): Wall[] {
  const { assumptions: has } = site
  return [
    {
      name: wallNames.notify,
      limit: `p99 ${has.commitMs} ms`,
      taken: members => {
        const { latencyMs, fallsBehind } = playRush(site, members, 'notify')
        return fallsBehind ? Number.POSITIVE_INFINITY : latencyMs.p99 / has.commitMs
      },
    },
    {
      name: wallNames.waking,
      limit: `a fifth of ${has.databaseCores} cores`,
      taken: members => wakingCores(site, playRush(site, members, 'notify')) / (has.databaseCores / 5),
    },
  ]
}

// Doubled until it is too much, then halved: what comes far behind the wall is never looked at.
function reach({ taken }: Wall): number {
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
