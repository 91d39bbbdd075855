import type { Simulated } from './commits.ts'
import { databaseCores, logRate, notificationBytes } from './database.ts'
import { formatCommitLatency, formatEstimate, formatExact } from './format.ts'
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
  const memory = rush.online * (costs.connectionKiB + assumptions.kernelKiB)
  return {
    'online in the busy hour': formatEstimate(rush.online),
    'toggles a second, in the burst': formatEstimate(rush.toggles),
    'deliveries a second': formatEstimate(rush.deliveries),
    'MB/s to screens': formatEstimate((rush.deliveries * costs.frameBytes) / 1e6),
    nodes: formatExact(nats.nodes),
    'connections a node': formatEstimate(rush.online / nats.nodes),
    'cores, all nodes, busy': formatEstimate(nodeCores(site, members)),
    'GiB for connections, all nodes': formatEstimate(memory / 2 ** 20),
    'a node restarts: all are back after': `${formatEstimate(reconnectSeconds(site, members, nats.nodes))} s`,
    'a node dies: the database is busy for': `${formatEstimate(recoverySeconds(site, members))} s`,
    'connections to PostgreSQL': formatExact(nats.nodes * assumptions.poolPerNode),
    'database cores: toggles': formatEstimate(database.toggles),
    'database cores: dashboards, connections': formatEstimate(database.reads),
    'log, MB/s: rows': formatEstimate(log.rows / 1e6),
    'log, MB/s: whole pages': formatEstimate(log.pages / 1e6),
    'notifications a day': formatEstimate(rush.rowsADay),
    'notifications of 90 days': formatEstimate(notifications.rows),
    'TiB of 90 days': formatEstimate(notifications.kept / 2 ** 40),
    'TiB of a year’s never read, measured': formatEstimate(notifications.neverRead / 2 ** 40),
    'NATS: commits a second': perSecond(nats),
    'NATS: until committed, p99': formatCommitLatency(nats),
    'NATS: toggles received a second, all nodes': formatEstimate(
      busMessagesPerSecond(site, members, nats).nats,
    ),
    'NOTIFY: commits a second': perSecond(notify),
    'NOTIFY: until committed, p99': formatCommitLatency(notify),
    'NOTIFY: commits received a second, all nodes': formatEstimate(
      busMessagesPerSecond(site, members, notify).notify,
    ),
    'NOTIFY: database cores to wake nodes': formatEstimate(wakingCores(site, notify)),
    'heartbeats received a second, all nodes': formatEstimate(
      busMessagesPerSecond(site, members, nats).beats,
    ),
  }
}

function perSecond({ commits, seconds }: Simulated): string {
  return formatEstimate(commits / seconds)
}
