import pg from 'pg'
import { sessionIdOf } from '../server/src/account/sessions.ts'
import { type Toggle, toggleStatement, toggleValues } from '../server/src/availability/toggle-statement.ts'
import { openDatabase } from '../server/src/database/open-database.ts'
import type { SeededUser } from '../server/testing/seed.ts'
import { median } from './figures.ts'

/** Another lower bound: the server's own statement in a bare loop, with one toggle per transaction. */
export type LoopTask = {
  databaseUrl?: string
  dataDir: string
  secret: string
  people: SeededUser[]
  /** Ignored on the embedded database, which has one connection. */
  connections: number
  times: number
}
export type LoopReport = { seconds: number; p50Ms: number }

process.on('message', async (task: LoopTask) => {
  const lines = task.databaseUrl ? await postgresLines(task) : await embeddedLine(task)
  const wishes = task.people.map(({ userId, token, groupIds }) => ({
    session: sessionIdOf(task.secret, token),
    groupId: groupIds[0] as string,
    userId,
    status: false,
  }))
  const loop = async ({ run }: Line, share: number) => {
    for (let done = 0; done < share; done++) {
      const wish = wishes[Math.floor(Math.random() * wishes.length)] as Toggle
      wish.status = !wish.status
      const startedAt = performance.now()
      await run(
        toggleValues([wish], {
          now: new Date(),
          renewalDueBefore: new Date(),
          notifyTarget: null,
          mostChanges: 1_000_000,
        }),
      )
      latencies.push(performance.now() - startedAt)
    }
  }
  const latencies: number[] = []
  await Promise.all(lines.map(line => loop(line, 20)))
  latencies.length = 0
  const startedAt = performance.now()
  await Promise.all(lines.map(line => loop(line, Math.ceil(task.times / lines.length))))
  const seconds = (performance.now() - startedAt) / 1000
  process.send?.({ seconds, p50Ms: median(latencies) } satisfies LoopReport)
  await Promise.all(lines.map(({ end }) => end()))
})

type Line = { run(values: unknown[]): Promise<unknown>; end(): Promise<unknown> }

async function postgresLines({ databaseUrl, connections }: LoopTask): Promise<Line[]> {
  return Promise.all(
    Array.from({ length: connections }, async () => {
      const client = new pg.Client(databaseUrl)
      await client.connect()
      return { run: values => client.query({ ...toggleStatement, values }), end: () => client.end() }
    }),
  )
}

async function embeddedLine({ dataDir }: LoopTask): Promise<Line[]> {
  const { database, close } = await openDatabase({ dataDir }, () => {})
  return [{ run: values => database.prepared(toggleStatement, values), end: close }]
}
