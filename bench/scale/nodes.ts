import type { Bus } from './commits.ts'
import { seededRandom } from './random.ts'
import { playReturn } from './restart.ts'
import { rushOf, type Site } from './site.ts'

/** Cores of all nodes in the rush, but for what each of them hears on the bus. */
export function nodeCores(site: Site, members: number): number {
  const { assumptions, costs } = site
  const rush = rushOf(site, members)
  const { unchangedShare } = assumptions
  const dashboard = unchangedShare * costs.unchanged + (1 - unchangedShare) * costs.dashboard
  const micros =
    rush.toggles * costs.request +
    rush.deliveries * costs.frame +
    rush.opens * (costs.opening + dashboard) +
    rush.online * costs.idle
  return micros / 1e6
}

/** As many nodes as connections, cores and the return after a restart ask for, and no fewer than two. */
export function nodesFor(site: Site, members: number, bus: Bus): number {
  const { assumptions, costs } = site
  const rush = rushOf(site, members)
  // Every node hears every toggle of a NOTIFY; on NATS what it hears is far less than what it delivers. Nodes that do little
  // but hear are far behind the walls of NOTIFY.
  const heard = bus === 'notify' ? (rush.toggles * costs.hearing) / 1e6 : 0
  const hearing = Math.min(heard, assumptions.busy / 2)
  let nodes = Math.max(
    2,
    Math.ceil(rush.online / assumptions.connectionsPerNode),
    Math.ceil(nodeCores(site, members) / (assumptions.busy - hearing)),
  )
  while (backAfter(site, members, nodes) > assumptions.backSeconds) nodes = Math.ceil(nodes * 1.02)
  return nodes
}

/** Seconds until everybody is back when one of so many nodes restarts. */
export function backAfter(site: Site, members: number, nodes: number): number {
  const { assumptions, costs } = site
  const connections = Math.ceil(rushOf(site, members).online / nodes)
  const random = seededRandom(assumptions.seed)
  const load = { connections, nodes, spare: spareOf(site, members, nodes) }
  return playReturn(load, { assumptions, costs, random })
}

/**
 * Seconds until all is done when a node has died without a word: the others compare everybody who is connected, and all of
 * them ask again for what has hardly changed.
 */
export function rightAfter(site: Site, members: number, nodes: number) {
  const { assumptions, costs } = site
  const { online } = rushOf(site, members)
  const inDatabase = online * (costs.comparing + costs.unchangedInDatabase)
  return {
    node: ((online / nodes) * costs.unchanged) / 1e6 / spareOf(site, members, nodes),
    database: inDatabase / 1e6 / (assumptions.databaseCores * (1 - assumptions.busy)),
  }
}

// The nodes have more to spare than was planned for, the database is as busy as planned.
function spareOf(site: Site, members: number, nodes: number): number {
  return 1 - nodeCores(site, members) / nodes
}
