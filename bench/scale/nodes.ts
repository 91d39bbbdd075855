import { seededRandom } from './random.ts'
import { simulateReconnect } from './reconnect.ts'
import { rushOf, type Site } from './site.ts'

export type Bus = 'notify' | 'nats'

// These are `batchSize` and `betweenBatchesMs` (there in ms) of `server/src/live/catch-up.ts`.
const comparedAtOnce = 250
const secondsPerBatch = 0.05

/** Returns how many cores of all nodes together are busy during the burst. Receiving from the bus is not included. */
export function nodeCores(site: Site, users: number): number {
  const { assumptions, costs } = site
  const rush = rushOf(site, users)
  const { unchangedShare } = assumptions
  const dashboard = unchangedShare * costs.unchanged + (1 - unchangedShare) * costs.dashboard
  const micros =
    rush.toggles * costs.request +
    rush.deliveries * costs.frame +
    rush.opens * (costs.opening + dashboard) +
    rush.online * costs.idle
  return micros / 1e6
}

/** Returns how many nodes are needed, but at least two. */
export function nodesFor(site: Site, users: number, bus: Bus): number {
  const { assumptions, costs } = site
  const rush = rushOf(site, users)
  // With NOTIFY, every node receives every toggle. With NATS, a node receives far fewer messages than it sends to clients, so the cost
  // of receiving is left out. `Math.min` keeps the result finite for sites far beyond the limits of NOTIFY.
  const cost = bus === 'notify' ? (rush.toggles * costs.receiving) / 1e6 : 0
  const receiving = Math.min(cost, assumptions.busy / 2)
  let nodes = Math.max(
    2,
    Math.ceil(rush.online / assumptions.connectionsPerNode),
    Math.ceil(nodeCores(site, users) / (assumptions.busy - receiving)),
  )
  while (reconnectSeconds(site, users, nodes) > assumptions.recoverySeconds) nodes = Math.ceil(nodes * 1.02)
  return nodes
}

export function reconnectSeconds(site: Site, users: number, nodes: number): number {
  const { assumptions, costs } = site
  const connections = Math.ceil(rushOf(site, users).online / nodes)
  const random = seededRandom(assumptions.seed)
  const load = { connections, nodes, spare: spareOf(site, users, nodes) }
  return simulateReconnect(load, { assumptions, costs, random })
}

/**
 * Returns after how many seconds the other nodes have found the users who missed messages of a dead node. The nodes compare their
 * users with the database at the same time, in batches with pauses. The database may need longer for all comparisons than a node
 * needs for its batches.
 */
export function catchUpSeconds(site: Site, users: number): number {
  const { assumptions, costs } = site
  const { online } = rushOf(site, users)
  const batchesPerNode = Math.ceil(online / nodesFor(site, users, 'nats') / comparedAtOnce)
  const inDatabase = (online * costs.comparing) / 1e6 / (assumptions.databaseCores * (1 - assumptions.busy))
  return Math.max(batchesPerNode * secondsPerBatch, inDatabase)
}

function spareOf(site: Site, users: number, nodes: number): number {
  return 1 - nodeCores(site, users) / nodes
}
