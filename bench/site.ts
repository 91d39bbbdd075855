import { join } from 'node:path'
import pg from 'pg'
import { startNats } from '../server/testing/nats.ts'
import { createDatabase, startPostgres } from '../server/testing/postgres.ts'
import { type SeededUser, type Shape, seed } from '../server/testing/seed.ts'
import type { LoopReport, LoopTask } from './bare-loop.ts'
import type { CrowdReport, CrowdTask } from './crowd-task.ts'
import { cpuSeconds, familyCpuSeconds, residentBytes } from './process-figures.ts'
import {
  type BusKind,
  endWithUs,
  runAlone,
  secret,
  startBareBroadcast,
  startCrowd,
  startServer,
  temporaryFolder,
} from './processes.ts'

/** A run of the crowd with what it cost: CPU in seconds (of all nodes; of NATS), the write-ahead log in bytes. */
export type Measured = CrowdReport & {
  serverCpu: number
  databaseCpu: number
  natsCpu: number
  walBytes: number
}

/** A server, or several, with people on them, everything in processes of its own, and the crowd that watches. */
export type Site = {
  people: SeededUser[]
  /** Of the first server. */
  url: string
  serverPid: number
  /** Opens a live connection for each of them. */
  open(people: SeededUser[]): Promise<unknown>
  run(task: CrowdTask): Promise<Measured>
  /** The same toggles without server and screens, on a database server of its own, of the same shape: from a bare loop of the driver. */
  bareLoop(connections: number, times: number): Promise<LoopReport>
  /** What servers, database and NATS have cost since they started. */
  costs(): Promise<{ server: number; database: number; nats: number; wal: number }>
  residentBytes(): number
  end(): Promise<void>
}

/** Opens a site with a live connection for everybody, or for the first ones. */
export async function openSite(
  shape: Shape,
  {
    kind = 'postgres',
    open,
    nodes = 1,
    bus = 'NOTIFY',
  }: { kind?: 'postgres' | 'embedded'; open?: number; nodes?: number; bus?: BusKind } = {},
): Promise<Site> {
  const folder = temporaryFolder()
  const postgres = kind === 'postgres' ? await startPostgres() : null
  if (postgres) endWithUs(postgres.pid)
  if (kind === 'postgres' && !postgres)
    throw new Error('The benchmark needs PostgreSQL (Debian: apt-get install postgresql)')
  const databaseUrl = postgres ? await createDatabase(postgres.url, 'bench') : undefined
  const dataDirOf = (node: number) => join(folder.path, `${node}`)
  const database = { databaseUrl, dataDir: dataDirOf(0) }
  const people = await seed(database, secret, shape)
  const nats = bus === 'NATS' ? await startNats() : null
  if (nats) endWithUs(nats.pid)
  const servers = await Promise.all(
    Array.from({ length: nodes }, (_, at) =>
      startServer({ databaseUrl, dataDir: dataDirOf(at) }, { bus, natsUrl: nats?.url }),
    ),
  )
  const [server] = servers as [(typeof servers)[0]]
  const sumOfServers = (figure: (pid: number) => number) =>
    servers.reduce((sum, { pid }) => sum + figure(pid), 0)
  const crowd = startCrowd()
  let twin: Awaited<ReturnType<typeof openTwin>> | undefined
  const walPosition = await walOf(databaseUrl)
  const openFor = (some: SeededUser[]) =>
    crowd.ask({ do: 'open', urls: servers.map(({ url }) => url), people: some })
  await openFor(people.slice(0, open))
  const costs = async () => ({
    server: sumOfServers(cpuSeconds),
    database: postgres ? familyCpuSeconds(postgres.pid) : 0,
    nats: nats ? cpuSeconds(nats.pid) : 0,
    wal: await walPosition.read(),
  })
  return {
    people,
    costs,
    open: openFor,
    url: server.url,
    serverPid: server.pid,
    residentBytes: () => sumOfServers(residentBytes),
    async run(task) {
      const before = await costs()
      const report = await crowd.ask(task)
      const after = await costs()
      return {
        ...report,
        serverCpu: after.server - before.server,
        databaseCpu: after.database - before.database,
        natsCpu: after.nats - before.nats,
        walBytes: after.wal - before.wal,
      }
    },
    async bareLoop(connections, times) {
      twin ??= await openTwin(shape, kind)
      return runAlone<LoopTask, LoopReport>('bare-loop.ts', { ...twin.task, secret, connections, times })
    },
    async end() {
      await Promise.all([crowd.stop(), ...servers.map(({ stop }) => stop()), walPosition.end()])
      await nats?.stop()
      await postgres?.stop()
      folder.remove()
      await twin?.end()
    },
  }
}

// Toggles that no server tells of would leave the screens behind, and what such a database does in the background is not the site's.
async function openTwin(shape: Shape, kind: 'postgres' | 'embedded') {
  const folder = temporaryFolder()
  const postgres = kind === 'postgres' ? await startPostgres() : null
  if (postgres) endWithUs(postgres.pid)
  const database = { databaseUrl: postgres?.url, dataDir: folder.path }
  return {
    task: { ...database, people: await seed(database, secret, shape) },
    async end() {
      await postgres?.stop()
      folder.remove()
    },
  }
}

/** The server that only broadcasts, with a crowd of the same shape on it. */
export async function openBareSite(people: SeededUser[]) {
  const server = await startBareBroadcast()
  const crowd = startCrowd()
  const open = (some: SeededUser[]) => crowd.ask({ do: 'open', urls: [server.url], people: some, bare: true })
  await open(people)
  return {
    open,
    residentBytes: () => residentBytes(server.pid),
    async run(task: CrowdTask): Promise<CrowdReport & { serverCpu: number }> {
      const before = cpuSeconds(server.pid)
      const report = await crowd.ask(task)
      return { ...report, serverCpu: cpuSeconds(server.pid) - before }
    },
    end: () => Promise.all([crowd.stop(), server.stop()]),
  }
}

async function walOf(databaseUrl: string | undefined) {
  if (!databaseUrl) return { read: async () => 0, end: async () => {} }
  const client = new pg.Client(databaseUrl)
  await client.connect()
  const sql = "select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as bytes"
  return {
    read: async () => (await client.query<{ bytes: number }>(sql)).rows[0]?.bytes ?? 0,
    end: () => client.end(),
  }
}
