import { monitorEventLoopDelay } from 'node:perf_hooks'
import { and, count, isNull } from 'drizzle-orm'
import type { OpenDatabase } from '#database/database.ts'
import { outbox } from '#database/schema.ts'
import type { Metric } from '#metrics/exposition.ts'
import type { Services } from '#services.ts'

/** What is read; `connections` counts the open ones, over which HTTP and the live messages travel. */
export type Measured = {
  services: Pick<Services, 'counts' | 'hub'>
  opened: OpenDatabase
  connections: () => Promise<number>
}

/** All metrics, as they are now. */
export async function readMetrics(measured: Measured): Promise<Metric[]> {
  return [
    ...processMetrics(),
    ...(await serverMetrics(measured)),
    ...(await databaseMetrics(measured.opened)),
  ]
}

let delay: ReturnType<typeof monitorEventLoopDelay> | undefined

function processMetrics(): Metric[] {
  const { user, system } = process.cpuUsage()
  const { rss, heapUsed, heapTotal, external } = process.memoryUsage()
  // From the first reading on: who does not watch does not pay for it.
  if (!delay) {
    delay = monitorEventLoopDelay({ resolution: 20 })
    delay.enable()
  }
  const lag: [number, Record<string, string>][] = [
    [delay.percentile(50), { quantile: '0.5' }],
    [delay.percentile(99), { quantile: '0.99' }],
    [delay.max, { quantile: '1' }],
  ]
  delay.reset()
  return [
    counter('process_cpu_user_seconds_total', 'CPU time spent in the program.', user / 1e6),
    counter(
      'process_cpu_system_seconds_total',
      'CPU time spent in the kernel for the program.',
      system / 1e6,
    ),
    gauge('process_start_time_seconds', 'When the process started.', performance.timeOrigin / 1000),
    gauge('process_resident_memory_bytes', 'Memory of the process.', rss),
    gauge('nodejs_heap_size_used_bytes', 'JavaScript memory in use.', heapUsed),
    gauge('nodejs_heap_size_total_bytes', 'JavaScript memory.', heapTotal),
    gauge('nodejs_external_memory_bytes', 'Memory outside of the JavaScript heap.', external),
    {
      name: 'nodejs_eventloop_lag_seconds',
      help: 'How late the event loop was since the last reading.',
      type: 'gauge',
      values: lag.map(([ns, labels]) => [Number.isFinite(ns) ? ns / 1e9 : 0, labels]),
    },
  ]
}

async function serverMetrics({ services: { counts, hub }, connections }: Measured): Promise<Metric[]> {
  return [
    {
      name: 'http_request_duration_seconds',
      help: 'HTTP requests, by how long they took.',
      type: 'histogram',
      values: [...counts.requests.values()].map(({ seconds, ...labels }) => [seconds, labels]),
    },
    gauge('grouplight_open_connections', 'Open connections, the live ones among them.', await connections()),
    gauge('grouplight_live_connections', 'Open live connections.', hub.countAll()),
    counter('grouplight_live_frames_published_total', 'Live messages said.', counts.framesPublished),
    counter(
      'grouplight_live_frames_delivered_total',
      'Live messages written to a socket.',
      counts.framesDelivered,
    ),
    counter(
      'grouplight_bus_events_refused_total',
      'Malformed messages that came on the bus and were dropped.',
      counts.busEventsRefused,
    ),
    {
      name: 'grouplight_toggle_batch_size',
      help: 'Toggles, by how many were committed together.',
      type: 'histogram',
      values: [[counts.toggleBatches]],
    },
    counter('grouplight_letters_sent_total', 'Letters taken by the mail server.', counts.emailsSent),
    counter(
      'grouplight_letters_put_off_total',
      'Tries after which an email waits for another.',
      counts.emailsPutOff,
    ),
    counter('grouplight_letters_given_up_total', 'Letters refused for good.', counts.emailsGivenUp),
    counter(
      'grouplight_untrusted_forwards_total',
      'Requests with forwarded headers of somebody whom TRUSTED_PROXIES does not name.',
      counts.untrustedForwards,
    ),
    counter('grouplight_sweeps_total', 'Sweeps done.', counts.sweeps),
    counter('grouplight_sweeps_failed_total', 'Sweeps that failed.', counts.failedSweeps),
  ]
}

/** What the database knows. While it is away, the rest is still told. */
async function databaseMetrics({ database, pool }: OpenDatabase): Promise<Metric[]> {
  const [waiting] = await database
    .select({ emails: count() })
    .from(outbox)
    .where(and(isNull(outbox.sentAt), isNull(outbox.failedAt)))
    .catch(() => [])
  const isUp = gauge('grouplight_database_up', 'Whether the database answers.', waiting ? 1 : 0)
  const states = pool && Object.entries(pool())
  return [
    isUp,
    ...(waiting ? [gauge('grouplight_letters_waiting', 'Letters in the outbox.', waiting.emails)] : []),
    ...(states
      ? [
          {
            name: 'grouplight_database_connections',
            help: 'Connections to the database; "waiting" are requests for one.',
            type: 'gauge' as const,
            values: states.map(([state, value]): [number, Record<string, string>] => [value, { state }]),
          },
        ]
      : []),
  ]
}

function counter(name: string, help: string, value: number): Metric {
  return { name, help, type: 'counter', values: [[value]] }
}

function gauge(name: string, help: string, value: number): Metric {
  return { name, help, type: 'gauge', values: [[value]] }
}
