import type { Simulated } from './commits.ts'
import { databaseCores, logRate, notificationBytes } from './database.ts'
import { exact, short, untilCommitted } from './markdown.ts'
import { nodeCores, reconnectSeconds, recoverySeconds } from './nodes.ts'
import { busMessagesPerSecond, simulateRush, wakingCores } from './rush.ts'
import { rushOf, type Site } from './site.ts'

export function sizeOf(site: Site, members: number): Record<string, string> {
  const { assumptions, costs } = site
  const rush = rushOf(site, members)
  const database = databaseCores(site, members)
  const log = logRate(site, members)
  const notifications = notificationBytes(site, members)
  const nats = simulateRush(site, members, 'nats')
  const notify = simulateRush(site, members, 'notify')
  const right = recoverySeconds(site, members, nats.nodes)
  const memory = rush.online * (costs.connectionKiB + assumptions.kernelKiB)
  return {
    'online in the busy hour': short(rush.online),
    'toggles a second, in the burst': short(rush.toggles),
    'deliveries a second': short(rush.deliveries),
    'MB/s to screens': short((rush.deliveries * costs.frameBytes) / 1e6),
    nodes: exact(nats.nodes),
    'connections a node': short(rush.online / nats.nodes),
    'cores, all nodes, busy': short(nodeCores(site, members)),
    'GiB for connections, all nodes': short(memory / 2 ** 20),
    'a node restarts: all are back after': `${short(reconnectSeconds(site, members, nats.nodes))} s`,
    'a node dies: each other is busy for': `${short(right.node)} s`,
    'a node dies: the database is busy for': `${short(right.database)} s`,
    'connections to PostgreSQL': exact(nats.nodes * assumptions.poolPerNode),
    'database cores: toggles': short(database.toggles),
    'database cores: dashboards, connections': short(database.reads),
    'log, MB/s: rows': short(log.rows / 1e6),
    'log, MB/s: whole pages': short(log.pages / 1e6),
    'notifications a day': short(rush.rowsADay),
    'notifications of 90 days': short(notifications.rows),
    'TiB of 90 days': short(notifications.kept / 2 ** 40),
    'TiB of a year’s never read, measured': short(notifications.neverRead / 2 ** 40),
    'NATS: commits a second': perSecond(nats),
    'NATS: until committed, p99': untilCommitted(nats),
    'NATS: toggles received a second, all nodes': short(busMessagesPerSecond(site, members, nats).nats),
    'NOTIFY: commits a second': perSecond(notify),
    'NOTIFY: until committed, p99': untilCommitted(notify),
    'NOTIFY: commits received a second, all nodes': short(busMessagesPerSecond(site, members, notify).notify),
    'NOTIFY: database cores to wake nodes': short(wakingCores(site, notify)),
    'heartbeats received a second, all nodes': short(busMessagesPerSecond(site, members, nats).beats),
  }
}

function perSecond({ commits, seconds }: Simulated): string {
  return short(commits / seconds)
}
