import { createECDH, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import pg from 'pg'
import { createDatabase, startPostgres } from '../server/testing/postgres.ts'
import { exampleOnThisMachine, startProxy } from '../server/testing/reverse-proxies.ts'
import { type SeededUser, type Shape, seed } from '../server/testing/seed.ts'
import type { LoopReport, LoopTask } from './bare-loop.ts'
import type { LoadReport, LoadTask } from './load-task.ts'
import { cpuSeconds, familyCpuSeconds, residentBytes } from './process-figures.ts'
import {
  killAtExit,
  runHelper,
  secret,
  startBareBroadcast,
  startLoadGenerator,
  startServer,
  temporaryFolder,
} from './processes.ts'

/** CPU times are in seconds. `serverCpu` is the sum of all nodes. */
export type Measured = LoadReport & {
  serverCpu: number
  databaseCpu: number
  walBytes: number
}

export type Site = {
  users: SeededUser[]
  url: string
  serverPid: number
  open(users: SeededUser[]): Promise<unknown>
  run(task: LoadTask): Promise<Measured>
  /** Runs toggles without a server, on another database with the same number of groups and members. */
  bareLoop(connections: number, times: number): Promise<LoopReport>
  /** Increases the version of every group by 1, as a change of the group does. */
  changeGroups(): Promise<unknown>
  /** Gives each user a device, whose endpoint consists of this origin and the user's id. */
  addDevices(origin: string): Promise<unknown>
  silence(): Promise<unknown>
  /** Questions to a group cause no emails. */
  mailNobody(): Promise<unknown>
  /** Returns the CPU times so far, in seconds, and the bytes of write-ahead log so far. */
  costs(): Promise<{ server: number; database: number; wal: number }>
  residentBytes(): number
  end(): Promise<void>
}

/**
 * Fills a database with groups of this shape, and starts the servers. Opens a live connection for each user, or for the first
 * `open` users.
 */
export async function openSite(
  shape: Shape,
  {
    kind = 'postgres',
    open,
    nodes = 1,
    hasProxy = false,
    pushServices,
    requestsPerSecond,
  }: {
    kind?: 'postgres' | 'embedded'
    open?: number
    nodes?: number
    /** Whether clients reach the nodes through HAProxy, whose CPU is not counted. */
    hasProxy?: boolean
    pushServices?: string
    requestsPerSecond?: number
  } = {},
): Promise<Site> {
  const folder = temporaryFolder()
  const postgres = kind === 'postgres' ? await startPostgres() : null
  if (postgres) killAtExit(postgres.pid)
  if (kind === 'postgres' && !postgres)
    throw new Error('The benchmark needs PostgreSQL (Debian: apt-get install postgresql)')
  const databaseUrl = postgres ? await createDatabase(postgres.url, 'bench') : undefined
  const dataDirOf = (node: number) => join(folder.path, `${node}`)
  const database = { databaseUrl, dataDir: dataDirOf(0) }
  const users = await seed(database, secret, shape)
  const queries = await connectTo(databaseUrl)
  // PostgreSQL analyzes tables by itself within a minute. Until then, it plans statements without statistics.
  await queries.run('analyze')
  const servers = await Promise.all(
    Array.from({ length: nodes }, (_, at) =>
      startServer({ databaseUrl, dataDir: dataDirOf(at) }, { pushServices, requestsPerSecond }),
    ),
  )
  const [server] = servers as [(typeof servers)[0]]
  const sumOfServers = (figure: (pid: number) => number) =>
    servers.reduce((sum, { pid }) => sum + figure(pid), 0)
  const ports = servers.map(({ url }) => Number(new URL(url).port))
  const proxy = hasProxy
    ? await startProxy('HAProxy', place => exampleOnThisMachine('haproxy.cfg', place.port, ports))
    : null
  if (proxy) killAtExit(proxy.pid)
  const urls = proxy ? [proxy.url] : servers.map(({ url }) => url)
  const generator = startLoadGenerator()
  let loopDatabase: Awaited<ReturnType<typeof openLoopDatabase>> | undefined
  const openFor = (some: SeededUser[]) => generator.run({ do: 'open', urls, users: some })
  await openFor(users.slice(0, open))
  const costs = async () => ({
    server: sumOfServers(cpuSeconds),
    database: postgres ? familyCpuSeconds(postgres.pid) : 0,
    wal: await queries.walBytes(),
  })
  return {
    users,
    costs,
    open: openFor,
    url: server.url,
    serverPid: server.pid,
    changeGroups: () => queries.run('update groups set version = version + 1'),
    addDevices: origin => queries.run(insertDevices, [origin, ...keysOfDevices()]),
    mailNobody: () => queries.run('update users set mails_calls = false'),
    silence: () => queries.run("update memberships set rings = 'none'"),
    residentBytes: () => sumOfServers(residentBytes),
    async run(task) {
      const before = await costs()
      const report = await generator.run(task)
      const after = await costs()
      return {
        ...report,
        serverCpu: after.server - before.server,
        databaseCpu: after.database - before.database,
        walBytes: after.wal - before.wal,
      }
    },
    async bareLoop(connections, times) {
      loopDatabase ??= await openLoopDatabase(shape, kind)
      return runHelper<LoopTask, LoopReport>('bare-loop.ts', {
        ...loopDatabase.task,
        secret,
        connections,
        times,
      })
    },
    async end() {
      await Promise.all([generator.stop(), ...servers.map(({ stop }) => stop()), queries.end()])
      await proxy?.stop()
      await postgres?.stop()
      folder.remove()
      await loopDatabase?.end()
    },
  }
}

/** Opens a database for `bareLoop`. In the site's own database, the loop would change groups without live messages. */
async function openLoopDatabase(shape: Shape, kind: 'postgres' | 'embedded') {
  const folder = temporaryFolder()
  const postgres = kind === 'postgres' ? await startPostgres() : null
  if (postgres) killAtExit(postgres.pid)
  const database = { databaseUrl: postgres?.url, dataDir: folder.path }
  return {
    task: { ...database, users: await seed(database, secret, shape) },
    async end() {
      await postgres?.stop()
      folder.remove()
    },
  }
}

export async function openBareSite(users: SeededUser[]) {
  const server = await startBareBroadcast()
  const generator = startLoadGenerator()
  const open = (some: SeededUser[]) =>
    generator.run({ do: 'open', urls: [server.url], users: some, bare: true })
  await open(users)
  return {
    open,
    url: server.url,
    residentBytes: () => residentBytes(server.pid),
    async run(task: LoadTask): Promise<LoadReport & { serverCpu: number }> {
      const before = cpuSeconds(server.pid)
      const report = await generator.run(task)
      return { ...report, serverCpu: cpuSeconds(server.pid) - before }
    },
    end: () => Promise.all([generator.stop(), server.stop()]),
  }
}

const insertDevices = `
  insert into devices (id, user_id, session_hash, endpoint, p256dh, auth, name, confirmation_hash, confirmed_at,
    created_at, seen_at)
  select user_id, user_id, token_hash, $1 || '/' || user_id, $2, $3, 'Chrome on Android', token_hash, now(), now(), now()
  from sessions`

function keysOfDevices(): [p256dh: string, auth: string] {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  return [pair.getPublicKey('base64url'), randomBytes(16).toString('base64url')]
}

async function connectTo(databaseUrl: string | undefined) {
  if (!databaseUrl) return { run: async () => {}, walBytes: async () => 0, end: async () => {} }
  const client = new pg.Client(databaseUrl)
  await client.connect()
  const walBytes = "select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as bytes"
  return {
    run: (sql: string, values?: unknown[]) => client.query(sql, values),
    walBytes: async () => (await client.query<{ bytes: number }>(walBytes)).rows[0]?.bytes ?? 0,
    end: () => client.end(),
  }
}
