import { monitorEventLoopDelay } from 'node:perf_hooks'
import { isNotNull } from 'drizzle-orm'
import type { OpenDatabase } from '#platform/database/database.ts'
import { latestVersion } from '#platform/database/migration-files.ts'
import { groups, outbox } from '#platform/database/schema.ts'
import type { Metric } from '#platform/exposition.ts'
import { isWaiting } from '#platform/mail/queue-email.ts'
import { version } from '#platform/version.ts'
import type { Services } from '#services.ts'

export type MetricSources = {
  services: Pick<Services, 'counts' | 'hub'>
  opened: OpenDatabase
  connections: () => Promise<number>
  acceptsChanges: () => boolean
}

export async function readMetrics(sources: MetricSources): Promise<Metric[]> {
  return [
    buildInfo(),
    ...processMetrics(),
    ...(await serverMetrics(sources)),
    ...(await databaseMetrics(sources)),
  ]
}

function buildInfo(): Metric {
  const labels = { version, node: process.versions.node, schema: latestVersion() }
  return { name: 'grouplight_build_info', help: 'Always 1.', type: 'gauge', values: [[1, labels]] }
}

let eventLoopDelay: ReturnType<typeof monitorEventLoopDelay> | undefined

function processMetrics(): Metric[] {
  const { user, system } = process.cpuUsage()
  const { rss, heapUsed, heapTotal, external } = process.memoryUsage()
  // The measurement starts when the metrics are read for the first time, because it is useless without monitoring.
  if (!eventLoopDelay) {
    eventLoopDelay = monitorEventLoopDelay({ resolution: 20 })
    eventLoopDelay.enable()
  }
  const delays: [number, Record<string, string>][] = [
    [eventLoopDelay.percentile(50), { quantile: '0.5' }],
    [eventLoopDelay.percentile(99), { quantile: '0.99' }],
    [eventLoopDelay.max, { quantile: '1' }],
  ]
  eventLoopDelay.reset()
  return [
    counter('process_cpu_user_seconds_total', 'CPU time spent in the program.', user / 1e6),
    counter(
      'process_cpu_system_seconds_total',
      'CPU time spent in the kernel for the program.',
      system / 1e6,
    ),
    gauge('process_start_time_seconds', 'When the process started.', performance.timeOrigin / 1000),
    gauge('process_resident_memory_bytes', 'Resident memory of the process.', rss),
    gauge('nodejs_heap_size_used_bytes', 'Used part of the JavaScript heap.', heapUsed),
    gauge('nodejs_heap_size_total_bytes', 'Size of the JavaScript heap.', heapTotal),
    gauge('nodejs_external_memory_bytes', 'Memory outside the JavaScript heap.', external),
    {
      name: 'nodejs_eventloop_lag_seconds',
      help: 'Delay of the event loop since the last reading.',
      type: 'gauge',
      values: delays.map(([ns, labels]) => [Number.isFinite(ns) ? ns / 1e9 : 0, labels]),
    },
  ]
}

async function serverMetrics({ services: { counts, hub }, connections }: MetricSources): Promise<Metric[]> {
  return [
    {
      name: 'http_request_duration_seconds',
      help: 'Duration of HTTP requests.',
      type: 'histogram',
      values: [...counts.requests.values()].map(({ seconds, ...labels }) => [seconds, labels]),
    },
    gauge(
      'grouplight_open_connections',
      'Open connections, including live connections.',
      await connections(),
    ),
    counter(
      'grouplight_connections_refused_total',
      'Connections refused by LIMIT_CONNECTIONS or LIMIT_CONNECTIONS_PER_IP.',
      counts.connectionsRefused,
    ),
    gauge('grouplight_live_connections', 'Open live connections.', hub.countAll()),
    counter('grouplight_live_frames_published_total', 'Live messages published.', counts.framesPublished),
    counter(
      'grouplight_live_frames_delivered_total',
      'Live messages written to a socket.',
      counts.framesDelivered,
    ),
    counter(
      'grouplight_bus_events_refused_total',
      'Malformed bus messages that were dropped.',
      counts.busEventsRefused,
    ),
    {
      name: 'grouplight_toggle_batch_size',
      help: 'Number of toggles that were committed together.',
      type: 'histogram',
      values: [[counts.toggleBatches]],
    },
    // “letters” means emails, and “sweeps” means runs of maintenance jobs. The names stay, because operators' monitoring uses them.
    counter('grouplight_letters_sent_total', 'Emails accepted by the mail server.', counts.emailsSent),
    counter(
      'grouplight_letters_put_off_total',
      'Failed attempts after which an email waits for the next attempt.',
      counts.emailsPutOff,
    ),
    counter('grouplight_letters_given_up_total', 'Emails that were given up.', counts.emailsGivenUp),
    {
      name: 'grouplight_pushes_total',
      help: 'Attempts to send a push, by outcome.',
      type: 'counter',
      values: Object.entries(counts.pushes).map(([outcome, value]) => [value, { outcome }]),
    },
    {
      name: 'grouplight_hook_deliveries_total',
      help: 'Attempts to send a delivery to a hook, by outcome.',
      type: 'counter',
      values: Object.entries(counts.hookDeliveries).map(([outcome, value]) => [value, { outcome }]),
    },
    counter(
      'grouplight_hooks_switched_off_total',
      'Hooks that were switched off, because their receiver failed.',
      counts.hooksSwitchedOff,
    ),
    counter(
      'grouplight_untrusted_forwards_total',
      'Requests with forwarding headers from an address that TRUSTED_PROXIES does not contain.',
      counts.untrustedForwards,
    ),
    counter('grouplight_sweeps_total', 'Completed runs of maintenance jobs.', counts.maintenanceRuns),
    counter(
      'grouplight_sweeps_failed_total',
      'Failed runs of maintenance jobs.',
      counts.failedMaintenanceRuns,
    ),
  ]
}

async function databaseMetrics({
  opened: { database, pool, diskSpace },
  acceptsChanges,
}: MetricSources): Promise<Metric[]> {
  const unknown = () => undefined
  const waiting = await database.$count(outbox, isWaiting).then(undefined, unknown)
  const covered = await database.$count(groups, isNotNull(groups.needed)).then(undefined, unknown)
  const states = pool && Object.entries(pool())
  return [
    gauge('grouplight_database_up', 'Whether the database responds.', waiting === undefined ? 0 : 1),
    gauge(
      'grouplight_accepts_changes',
      'Whether changes are accepted. They are not while the disk is full.',
      acceptsChanges() ? 1 : 0,
    ),
    ...optional(
      'grouplight_disk_free_bytes',
      'Free space on the disk of the embedded database.',
      diskSpace?.().freeBytes,
    ),
    ...optional('grouplight_letters_waiting', 'Emails that wait in the outbox.', waiting),
    ...optional(
      'grouplight_groups_with_needed',
      'Groups whose creator has set how many Available members are needed.',
      covered,
    ),
    ...(states
      ? [
          {
            name: 'grouplight_database_connections',
            help: 'Connections to the database. The state "waiting" counts requests for a connection.',
            type: 'gauge' as const,
            values: states.map(([state, value]): [number, Record<string, string>] => [value, { state }]),
          },
        ]
      : []),
  ]
}

function optional(name: string, help: string, value: number | undefined): Metric[] {
  return value === undefined ? [] : [gauge(name, help, value)]
}

function counter(name: string, help: string, value: number): Metric {
  return { name, help, type: 'counter', values: [[value]] }
}

function gauge(name: string, help: string, value: number): Metric {
  return { name, help, type: 'gauge', values: [[value]] }
}
