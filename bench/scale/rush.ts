import { type Asked, type Bus, type Played, playCommits } from './commits.ts'
import { nodesFor } from './nodes.ts'
import { below, seededRandom } from './random.ts'
import { rushOf, type Site } from './site.ts'
import { type Drawn, nodesConcerned } from './toggles.ts'

const largestPlay = 25_000
// Of each node, through the bus.
const beatsPerSecond = 2

/** Plays some seconds of the burst on one PostgreSQL. */
export function playRush(site: Site, members: number, bus: Bus): Played & { nodes: number } {
  const { assumptions, costs, population, toggles } = site
  const random = seededRandom(assumptions.seed)
  const copies = Math.max(1, Math.round(members / assumptions.people))
  const perSecond = rushOf(site, members).toggles
  const draw = (): Omit<Asked, 'at'> => {
    const { group } = toggles[below(random, toggles.length)] as Drawn
    const others = (population.membersOf[group]?.length ?? 1) - 1
    const notifies = random() < assumptions.toAvailable
    return { group: below(random, copies) * population.membersOf.length + group, rows: notifies ? others : 0 }
  }
  const nodes = nodesFor(site, members, bus)
  const seconds = Math.min(assumptions.seconds, largestPlay / perSecond)
  return { nodes, ...playCommits({ nodes, perSecond, seconds, bus, draw }, { assumptions, costs, random }) }
}

/** Messages that all nodes hear in a second: of toggles on NATS, of commits by NOTIFY, and of each other's beats. */
export function heardPerSecond(
  site: Site,
  members: number,
  { commits, seconds, nodes }: ReturnType<typeof playRush>,
) {
  const random = seededRandom(site.assumptions.seed)
  const concerned = nodesConcerned(site.population, site.toggles, { nodes, random })
  return {
    nats: rushOf(site, members).toggles * concerned,
    notify: (commits / seconds) * (nodes - 1),
    beats: beatsPerSecond * nodes * (nodes - 1),
  }
}

/** Cores of the database that wake every node after every commit and every beat. */
export function wakingCores(
  { costs }: Site,
  { commits, seconds, nodes }: ReturnType<typeof playRush>,
): number {
  return ((commits / seconds + beatsPerSecond * nodes) * nodes * costs.waking) / 1e6
}
