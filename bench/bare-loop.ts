import pg from 'pg'
import { sessionIdOf } from '../server/src/features/account/sessions.ts'
import type { Toggle } from '../server/src/features/availability/toggle-batcher.ts'
import { openDatabase } from '../server/src/platform/database/open-database.ts'
import type { SeededUser } from '../server/testing/seed.ts'
import { median } from './figures.ts'
import { rowForEachMember, valuesOf } from './row-for-each-member.ts'

/** This reference needs no server. Each database connection executes `rowForEachMember` with one toggle at a time. */
export type LoopTask = {
  databaseUrl?: string
  dataDir: string
  secret: string
  users: SeededUser[]
  /** Ignored for the embedded database, which always has one connection. */
  connections: number
  times: number
}
export type LoopReport = { seconds: number; p50Ms: number }

process.on('message', async (task: LoopTask) => {
  const connections = task.databaseUrl ? await connectPostgres(task) : await openEmbedded(task)
  const toggles: Toggle[] = task.users.map(({ userId, token, groupIds }) => ({
    session: sessionIdOf(task.secret, token),
    groupId: groupIds[0] as string,
    userId,
    status: false,
  }))
  const runToggles = async ({ run }: Connection, count: number) => {
    for (let done = 0; done < count; done++) {
      const toggle = toggles[Math.floor(Math.random() * toggles.length)] as Toggle
      toggle.status = !toggle.status
      const startedAt = performance.now()
      await run(valuesOf(toggle))
      latencies.push(performance.now() - startedAt)
    }
  }
  const latencies: number[] = []
  await Promise.all(connections.map(connection => runToggles(connection, 20)))
  latencies.length = 0
  const startedAt = performance.now()
  await Promise.all(
    connections.map(connection => runToggles(connection, Math.ceil(task.times / connections.length))),
  )
  const seconds = (performance.now() - startedAt) / 1000
  process.send?.({ seconds, p50Ms: median(latencies) } satisfies LoopReport)
  await Promise.all(connections.map(({ end }) => end()))
})

type Connection = { run(values: unknown[]): Promise<unknown>; end(): Promise<unknown> }

async function connectPostgres({ databaseUrl, connections }: LoopTask): Promise<Connection[]> {
  return Promise.all(
    Array.from({ length: connections }, async () => {
      const client = new pg.Client(databaseUrl)
      await client.connect()
      return { run: values => client.query({ ...rowForEachMember, values }), end: () => client.end() }
    }),
  )
}

async function openEmbedded({ dataDir }: LoopTask): Promise<Connection[]> {
  const { database, close } = await openDatabase({ dataDir }, () => {})
  return [{ run: values => database.prepared(rowForEachMember, values), end: close }]
}
