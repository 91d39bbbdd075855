import pg from 'pg'
import pino from 'pino'
import { Hub } from '../../server/src/live/hub.ts'
import { PostgresBus } from '../../server/src/live/postgres-bus.ts'
import { Counts } from '../../server/src/metrics/counts.ts'
import { median } from '../figures.ts'
import { familyCpuSeconds } from '../process-figures.ts'
import type { Row } from '../result.ts'

const rounds = [1, 2, 3]
const notificationsPerRound = 6_400
const scenario = 'a bus of NOTIFY'

export async function measureNotify(
  client: pg.Client,
  { url, pid }: { url: string; pid: number },
): Promise<Row[]> {
  const rows: Row[] = []
  const listener = await connect(url, 'listen bus')
  for (const connections of [1, 8, 32]) {
    const rates: number[] = []
    for (const _ of rounds) rates.push(await notificationsPerSecond(url, connections))
    rows.push({
      scenario,
      figure: `NOTIFY a second, ${connections} connections`,
      value: median(rates),
      unit: '',
    })
  }
  await listener.end()
  return [
    ...rows,
    {
      scenario,
      figure: 'CPU of receiving a toggle',
      value: await receivingCost(client, url),
      unit: 'µs',
    },
    { scenario, figure: 'database CPU of waking a node', value: await wakingCost(url, pid), unit: 'µs' },
  ]
}

/** The loop runs in the database, so the rate does not depend on the speed of this process. */
async function notificationsPerSecond(url: string, connections: number): Promise<number> {
  const senders = await Promise.all(Array.from({ length: connections }, () => connect(url)))
  const each = notificationsPerRound / connections
  const startedAt = performance.now()
  await Promise.all(
    senders.map(sender =>
      sender.query(
        `do $$ begin for n in 1 .. ${each} loop perform pg_notify('bus', n::text); commit; end loop; end $$`,
      ),
    ),
  )
  const seconds = (performance.now() - startedAt) / 1_000
  await Promise.all(senders.map(sender => sender.end()))
  return notificationsPerRound / seconds
}

async function wakingCost(url: string, pid: number): Promise<number> {
  const commits = 1_500
  const sender = await connect(url)
  const listeners: pg.Client[] = []
  const cost = async (nodes: number) => {
    while (listeners.length < nodes) listeners.push(await connect(url, 'listen bus'))
    const before = familyCpuSeconds(pid)
    for (let n = 0; n < commits; n++) await sender.query("select pg_notify('bus', $1)", [String(n)])
    return familyCpuSeconds(pid) - before
  }
  const [few, many] = [await cost(1), await cost(65)]
  await Promise.all([sender, ...listeners].map(client => client.end()))
  return ((many - few) / commits / 64) * 1e6
}

/**
 * Returns how many µs of CPU time a node needs to receive a toggle of a group that none of its clients follows. With many nodes,
 * a node receives mostly such toggles.
 */
async function receivingCost(client: pg.Client, url: string): Promise<number> {
  const messages = 50_000
  const hub = new Hub()
  const received = Promise.withResolvers<void>()
  let count = 0
  const bus = new PostgresBus({
    node: 'receiver',
    url,
    name: 'scale',
    connectionName: 'scale',
    log: pino({ level: 'silent' }),
    counts: new Counts(),
    onCommand(command) {
      hub.apply(command)
      if (++count === messages) received.resolve()
    },
  })
  await bus.open()
  const before = process.cpuUsage()
  await client.query(
    `select count(pg_notify($1, format(
       'sender [["publish","group:%s",["t","group%s",%s,1790000000000,{"user00000000":%s}]]]', n, n, n, n
     ))) from generate_series(1, $2::int) n`,
    [bus.channel, messages],
  )
  await received.promise
  const { user, system } = process.cpuUsage(before)
  await bus.close()
  return (user + system) / messages
}

/** Opens a connection that commits each NOTIFY without waiting for the disk, like the connection of a node. */
async function connect(url: string, ...statements: string[]): Promise<pg.Client> {
  const client = new pg.Client(url)
  await client.connect()
  for (const statement of ['set synchronous_commit = off', ...statements]) await client.query(statement)
  return client
}
