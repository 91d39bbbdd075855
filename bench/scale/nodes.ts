import type { Bus } from './commits.ts'
import { seededRandom } from './random.ts'
import { simulateReconnect } from './reconnect.ts'
import { rushOf, type Site } from './site.ts'

/** Cores of all nodes in the busy hour, without receiving from the bus. */
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

/** Enough nodes for connections, CPU and reconnecting after a restart, and at least two. */
export function nodesFor(site: Site, members: number, bus: Bus): number {
  const { assumptions, costs } = site
  const rush = rushOf(site, members)
  // With NOTIFY every node receives every toggle. With NATS a node receives far less than it delivers. Sites whose nodes do
  // little but receive are far beyond the limits of NOTIFY.
  const cost = bus === 'notify' ? (rush.toggles * costs.receiving) / 1e6 : 0
  const receiving = Math.min(cost, assumptions.busy / 2)
  let nodes = Math.max(
    2,
    Math.ceil(rush.online / assumptions.connectionsPerNode),
    Math.ceil(nodeCores(site, members) / (assumptions.busy - receiving)),
  )
  while (reconnectSeconds(site, members, nodes) > assumptions.backSeconds) nodes = Math.ceil(nodes * 1.02)
  return nodes
}

/** When one node restarts. */
export function reconnectSeconds(site: Site, members: number, nodes: number): number {
  const { assumptions, costs } = site
  const connections = Math.ceil(rushOf(site, members).online / nodes)
  const random = seededRandom(assumptions.seed)
  const load = { connections, nodes, spare: spareOf(site, members, nodes) }
  return simulateReconnect(load, { assumptions, costs, random })
}

/**
 * Seconds until all screens are right after a node has died: the others compare everybody who is connected, and all clients fetch
 * data that has hardly changed.
 */
export function recoverySeconds(site: Site, members: number, nodes: number) {
  const { assumptions, costs } = site
  const { online } = rushOf(site, members)
  const inDatabase = online * (costs.comparing + costs.unchangedInDatabase)
  return {
    node: ((online / nodes) * costs.unchanged) / 1e6 / spareOf(site, members, nodes),
    database: inDatabase / 1e6 / (assumptions.databaseCores * (1 - assumptions.busy)),
  }
}

// Nodes have more spare CPU than planned. The database has as much as planned.
function spareOf(site: Site, members: number, nodes: number): number {
  return 1 - nodeCores(site, members) / nodes
}
