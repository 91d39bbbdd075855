import { join } from 'node:path'
import pg from 'pg'
import { startNats } from '../server/testing/nats.ts'
import { createDatabase, startPostgres } from '../server/testing/postgres.ts'
import { type SeededUser, type Shape, seed } from '../server/testing/seed.ts'
import type { LoopReport, LoopTask } from './bare-loop.ts'
import type { LoadReport, LoadTask } from './load-task.ts'
import { cpuSeconds, familyCpuSeconds, residentBytes } from './process-figures.ts'
import {
  type BusKind,
  killAtExit,
  runHelper,
  secret,
  startBareBroadcast,
  startLoadGenerator,
  startServer,
  temporaryFolder,
} from './processes.ts'

/** CPU in seconds, summed over all nodes. The write-ahead log in bytes. */
export type Measured = LoadReport & {
  serverCpu: number
  databaseCpu: number
  natsCpu: number
  walBytes: number
}

/** One or more servers with signed-in people. The load generator and each server run in processes of their own. */
export type Site = {
  people: SeededUser[]
  /** The address of the first server. */
  url: string
  serverPid: number
  /** Opens a live connection for each person. */
  open(people: SeededUser[]): Promise<unknown>
  run(task: LoadTask): Promise<Measured>
  /** The same toggles in a bare loop of the driver, on another database of the same shape. */
  bareLoop(connections: number, times: number): Promise<LoopReport>
  /** Totals since the start. */
  costs(): Promise<{ server: number; database: number; nats: number; wal: number }>
  residentBytes(): number
  end(): Promise<void>
}

/** Opens a live connection for everybody, or for the first `open` people. */
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
  if (postgres) killAtExit(postgres.pid)
  if (kind === 'postgres' && !postgres)
    throw new Error('The benchmark needs PostgreSQL (Debian: apt-get install postgresql)')
  const databaseUrl = postgres ? await createDatabase(postgres.url, 'bench') : undefined
  const dataDirOf = (node: number) => join(folder.path, `${node}`)
  const database = { databaseUrl, dataDir: dataDirOf(0) }
  const people = await seed(database, secret, shape)
  const nats = bus === 'NATS' ? await startNats() : null
  if (nats) killAtExit(nats.pid)
  const servers = await Promise.all(
    Array.from({ length: nodes }, (_, at) =>
      startServer({ databaseUrl, dataDir: dataDirOf(at) }, { bus, natsUrl: nats?.url }),
    ),
  )
  const [server] = servers as [(typeof servers)[0]]
  const sumOfServers = (figure: (pid: number) => number) =>
    servers.reduce((sum, { pid }) => sum + figure(pid), 0)
  const generator = startLoadGenerator()
  let twin: Awaited<ReturnType<typeof openTwin>> | undefined
  const walPosition = await walOf(databaseUrl)
  const openFor = (some: SeededUser[]) =>
    generator.run({ do: 'open', urls: servers.map(({ url }) => url), people: some })
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
      const report = await generator.run(task)
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
      return runHelper<LoopTask, LoopReport>('bare-loop.ts', { ...twin.task, secret, connections, times })
    },
    async end() {
      await Promise.all([generator.stop(), ...servers.map(({ stop }) => stop()), walPosition.end()])
      await nats?.stop()
      await postgres?.stop()
      folder.remove()
      await twin?.end()
    },
  }
}

// The loop needs its own database: the screens would miss its toggles, and its background work is not the site's.
async function openTwin(shape: Shape, kind: 'postgres' | 'embedded') {
  const folder = temporaryFolder()
  const postgres = kind === 'postgres' ? await startPostgres() : null
  if (postgres) killAtExit(postgres.pid)
  const database = { databaseUrl: postgres?.url, dataDir: folder.path }
  return {
    task: { ...database, people: await seed(database, secret, shape) },
    async end() {
      await postgres?.stop()
      folder.remove()
    },
  }
}

/** A server that only broadcasts, with the same people connected. */
export async function openBareSite(people: SeededUser[]) {
  const server = await startBareBroadcast()
  const generator = startLoadGenerator()
  const open = (some: SeededUser[]) =>
    generator.run({ do: 'open', urls: [server.url], people: some, bare: true })
  await open(people)
  return {
    open,
    residentBytes: () => residentBytes(server.pid),
    async run(task: LoadTask): Promise<LoadReport & { serverCpu: number }> {
      const before = cpuSeconds(server.pid)
      const report = await generator.run(task)
      return { ...report, serverCpu: cpuSeconds(server.pid) - before }
    },
    end: () => Promise.all([generator.stop(), server.stop()]),
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
