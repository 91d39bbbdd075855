import { type Bus, type PendingToggle, type Simulated, simulateCommits } from './commits.ts'
import { nodesFor } from './nodes.ts'
import { below, seededRandom } from './random.ts'
import { rushOf, type Site } from './site.ts'
import { nodesReached, type RandomToggle } from './toggles.ts'

const maxToggles = 25_000
const heartbeatsPerNodeAndSecond = 2

/** Simulates some seconds of the burst at the start of the busy hour, on one PostgreSQL. */
export function simulateRush(site: Site, members: number, bus: Bus): Simulated & { nodes: number } {
  const { assumptions, costs, population, toggles } = site
  const random = seededRandom(assumptions.seed)
  const copies = Math.max(1, Math.round(members / assumptions.people))
  const perSecond = rushOf(site, members).toggles
  const draw = (): Omit<PendingToggle, 'at'> => {
    const { group } = toggles[below(random, toggles.length)] as RandomToggle
    const others = (population.membersOf[group]?.length ?? 1) - 1
    const notifies = random() < assumptions.toAvailable
    return { group: below(random, copies) * population.membersOf.length + group, rows: notifies ? others : 0 }
  }
  const nodes = nodesFor(site, members, bus)
  const seconds = Math.min(assumptions.seconds, maxToggles / perSecond)
  return {
    nodes,
    ...simulateCommits({ nodes, perSecond, seconds, bus, draw }, { assumptions, costs, random }),
  }
}

/** Returns how many messages all nodes receive per second: toggles with NATS, commits with NOTIFY, and heartbeats. */
export function busMessagesPerSecond(
  site: Site,
  members: number,
  { commits, seconds, nodes }: ReturnType<typeof simulateRush>,
) {
  const random = seededRandom(site.assumptions.seed)
  const reached = nodesReached(site.population, site.toggles, { nodes, random })
  return {
    nats: rushOf(site, members).toggles * reached,
    notify: (commits / seconds) * (nodes - 1),
    beats: heartbeatsPerNodeAndSecond * nodes * (nodes - 1),
  }
}

/** Returns how many database cores are busy with waking every node after every commit and heartbeat. */
export function wakingCores(
  { costs }: Site,
  { commits, seconds, nodes }: ReturnType<typeof simulateRush>,
): number {
  return ((commits / seconds + heartbeatsPerNodeAndSecond * nodes) * nodes * costs.waking) / 1e6
}
