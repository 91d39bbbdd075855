import { changedBytes, databaseCores, deletionHours, logRate, storedRows } from './database.ts'
import { formatCommitLatency, formatEstimate, formatExact } from './format.ts'
import { catchUpSeconds, nodeCores, reconnectSeconds } from './nodes.ts'
import { busMessagesPerSecond, notifyLoad, simulateRush } from './rush.ts'
import { rushOf, type Site } from './site.ts'

export function sizeOf(site: Site, users: number): Record<string, string> {
  const { assumptions, costs } = site
  const rush = rushOf(site, users)
  const database = databaseCores(site, users)
  const log = logRate(site, users)
  const stored = storedRows(site, users)
  const changed = changedBytes(site, users)
  const nats = simulateRush(site, users, 'nats')
  const notify = simulateRush(site, users, 'notify')
  const messages = busMessagesPerSecond(site, users, nats)
  const { lockedShare, wakingCores } = notifyLoad(site, notify)
  const memoryKiB = rush.online * (costs.connectionKiB + assumptions.kernelKiB)
  return {
    'connected users in the busy hour': formatEstimate(rush.online),
    'toggles per second in the burst': formatEstimate(rush.toggles),
    'deliveries per second in the burst': formatEstimate(rush.deliveries),
    'MB/s to screens': formatEstimate((rush.deliveries * costs.frameBytes) / 1e6),
    nodes: formatExact(nats.nodes),
    'connections per node': formatEstimate(rush.online / nats.nodes),
    'busy cores of all nodes': formatEstimate(nodeCores(site, users)),
    'GiB for the connections of all nodes': formatEstimate(memoryKiB / 2 ** 20),
    'a node restarts: seconds until all users are connected': formatEstimate(
      reconnectSeconds(site, users, nats.nodes),
    ),
    'a node dies: seconds to find users with missed messages': formatEstimate(catchUpSeconds(site, users)),
    'connections to PostgreSQL': formatExact(nats.nodes * assumptions.poolPerNode),
    'database cores for toggles': formatEstimate(database.toggles),
    'database cores for dashboards and new connections': formatEstimate(database.reads),
    'commits of toggles per second': formatEstimate(nats.commits / nats.seconds),
    'ms from a toggle to its commit, p99': formatCommitLatency(nats),
    'write-ahead log, MB/s: toggles': formatEstimate(log.rows / 1e6),
    'write-ahead log, MB/s: whole pages': formatEstimate(log.pages / 1e6),
    'write-ahead log, MB/s: deleting status notices': formatEstimate(log.deletions / 1e6),
    'status notices per day': formatEstimate(rush.noticesADay),
    'stored status notices': formatEstimate(stored.notices),
    'TiB of status notices': formatEstimate(
      (stored.notices * (costs.noticeBytes + costs.noticeIndexBytes)) / 2 ** 40,
    ),
    'TiB of single readings': formatEstimate((stored.readings * costs.readingBytes) / 2 ** 40),
    'hours to delete old status notices in all groups': formatEstimate(deletionHours(site, users)),
    'GiB of pages that toggles change': formatEstimate(
      (changed.memberships + changed.groups + changed.noticeIndex) / 2 ** 30,
    ),
    'NATS: toggles received per second by all nodes': formatEstimate(messages.nats),
    'NOTIFY: commits received per second by all nodes': formatEstimate(
      busMessagesPerSecond(site, users, notify).notify,
    ),
    'NOTIFY: % of the time in which its lock is taken': formatEstimate(lockedShare * 100),
    'NOTIFY: database cores for waking nodes': formatEstimate(wakingCores),
    'heartbeats received per second by all nodes': formatEstimate(messages.beats),
  }
}
