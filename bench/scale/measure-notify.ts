import pg from 'pg'
import { median } from '../figures.ts'
import { familyCpuSeconds } from '../process-figures.ts'
import type { Row } from '../result.ts'

const seconds = 2
const rounds = [1, 2, 3]

/**
 * Measures the cost of NOTIFY: the commits per second with one NOTIFY in each, the CPU for waking nodes, and the CPU for
 * receiving.
 */
export async function measureNotify(
  client: pg.Client,
  { url, pid }: { url: string; pid: number },
): Promise<Row[]> {
  await client.query('create table counters (id int primary key, n int not null)')
  await client.query('insert into counters select generate_series(0, 63), 0')
  const listener = new pg.Client(url)
  await listener.connect()
  await listener.query('listen bus')
  const scenario = 'a bus of NOTIFY'
  const rows: Row[] = []
  for (const connections of [1, 8, 32]) {
    const withoutNotify: number[] = []
    const withNotify: number[] = []
    for (const _ of rounds) {
      withoutNotify.push(await commitsPerSecond(url, connections, 'n >= $2::int'))
      withNotify.push(
        await commitsPerSecond(url, connections, "pg_notify('bus', n || ' ' || $2) is not null"),
      )
    }
    const beside = { name: 'without NOTIFY', value: median(withoutNotify) }
    rows.push({
      scenario,
      figure: `commits a second, ${connections} connections`,
      value: median(withNotify),
      unit: '',
      beside,
    })
  }
  rows.push({
    scenario,
    figure: 'CPU of a message received',
    value: await receivingCost(client, listener),
    unit: 'µs',
  })
  await listener.end()
  rows.push({
    scenario,
    figure: 'database CPU of waking a node',
    value: await wakingCost(url, pid),
    unit: 'µs',
  })
  return rows
}

async function commitsPerSecond(url: string, connections: number, returning: string): Promise<number> {
  let commits = 0
  const endsAt = performance.now() + seconds * 1_000
  const work = async (id: number) => {
    const client = new pg.Client(url)
    await client.connect()
    const text = `update counters set n = n + 1 where id = $1 returning ${returning}`
    while (performance.now() < endsAt) {
      await client.query({ name: 'count', text, values: [id, 0] })
      commits++
    }
    await client.end()
  }
  await Promise.all(Array.from({ length: connections }, (_, id) => work(id)))
  return commits / seconds
}

/** Returns the CPU time of the database in µs for each node that a NOTIFY wakes. Commits do not wait for the disk. */
async function wakingCost(url: string, pid: number): Promise<number> {
  const commits = 1_500
  const sender = new pg.Client(url)
  await sender.connect()
  await sender.query('set synchronous_commit = off')
  const listeners: pg.Client[] = []
  const cost = async (nodes: number) => {
    while (listeners.length < nodes) {
      const listener = new pg.Client(url)
      await listener.connect()
      await listener.query('listen bus')
      listeners.push(listener)
    }
    const before = familyCpuSeconds(pid)
    for (let n = 0; n < commits; n++) await sender.query("select pg_notify('bus', $1)", [String(n)])
    return familyCpuSeconds(pid) - before
  }
  const [few, many] = [await cost(1), await cost(65)]
  await Promise.all([sender, ...listeners].map(client => client.end()))
  return ((many - few) / commits / 64) * 1e6
}

/**
 * Returns the CPU time in µs for a message about a group that no client of the node follows. With many nodes, most messages are
 * of this kind.
 */
async function receivingCost(client: pg.Client, listener: pg.Client): Promise<number> {
  const messages = 50_000
  const followed = new Map<string, unknown>()
  let received = 0
  const done = new Promise<void>(resolve => {
    listener.on('notification', ({ payload = '' }) => {
      if (!payload.startsWith('[')) return
      followed.get((JSON.parse(payload) as string[])[1] as string)
      if (++received === messages) resolve()
    })
  })
  const before = process.cpuUsage()
  await client.query(
    `select count(pg_notify('bus', format('["t","group%s",%s,1790000000000,{"person000000":%s}]', n, n, n)))
     from generate_series(1, $1::int) n`,
    [messages],
  )
  await done
  const { user, system } = process.cpuUsage(before)
  return (user + system) / messages
}
