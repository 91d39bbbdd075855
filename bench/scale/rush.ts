import { type Simulated, simulateCommits } from './commits.ts'
import { type Bus, nodesFor } from './nodes.ts'
import { below, seededRandom } from './random.ts'
import { rushOf, type Site } from './site.ts'
import { nodesReached, type RandomToggle } from './toggles.ts'

const maxToggles = 25_000
const heartbeatsPerNodeAndSecond = 2

export function simulateRush(site: Site, users: number, bus: Bus): Simulated & { nodes: number } {
  const { assumptions, costs, population, toggles } = site
  const random = seededRandom(assumptions.seed)
  const copies = Math.max(1, Math.round(users / assumptions.users))
  const perSecond = rushOf(site, users).toggles
  const drawGroup = () => {
    const { group } = toggles[below(random, toggles.length)] as RandomToggle
    return below(random, copies) * population.membersOf.length + group
  }
  const nodes = nodesFor(site, users, bus)
  const seconds = Math.min(assumptions.seconds, maxToggles / perSecond)
  return {
    nodes,
    ...simulateCommits({ nodes, perSecond, seconds, drawGroup }, { assumptions, costs, random }),
  }
}

/** Returns how many messages all nodes together receive per second: toggles (NATS), commits (NOTIFY), and heartbeats. */
export function busMessagesPerSecond(
  site: Site,
  users: number,
  { commits, seconds, nodes }: ReturnType<typeof simulateRush>,
) {
  const random = seededRandom(site.assumptions.seed)
  const reached = nodesReached(site.population, site.toggles, { nodes, random })
  return {
    nats: rushOf(site, users).toggles * reached,
    notify: (commits / seconds) * (nodes - 1),
    beats: heartbeatsPerNodeAndSecond * nodes * (nodes - 1),
  }
}

/**
 * `lockedShare` is the share of the time in which the lock of NOTIFY is held. A PostgreSQL server has one such lock, and each
 * transaction with NOTIFY holds it during the commit. `wakingCores` is the number of database cores that wake nodes.
 */
export function notifyLoad({ costs }: Site, { commits, seconds, nodes }: ReturnType<typeof simulateRush>) {
  const perSecond = commits / seconds + heartbeatsPerNodeAndSecond * nodes
  return {
    lockedShare: (perSecond * costs.sending) / 1e6,
    wakingCores: (perSecond * nodes * costs.waking) / 1e6,
  }
}
