import pg from 'pg'
import { sessionIdOf } from '../server/src/features/account/sessions.ts'
import { statusStatements, statusValues } from '../server/src/features/availability/status-statement.ts'
import { createDatabase, startPostgres } from '../server/testing/postgres.ts'
import { seed } from '../server/testing/seed.ts'
import { familyCpuSeconds } from './process-figures.ts'
import { killAtExit, secret } from './processes.ts'
import type { Row } from './result.ts'

const users = 1_000
const togglesPerBatch = 16
const batches = 250
const rounds = 3

export async function groupSizes(): Promise<Row[]> {
  const postgres = await startPostgres()
  if (!postgres) throw new Error('The benchmark needs PostgreSQL (Debian: apt-get install postgresql)')
  killAtExit(postgres.pid)
  const [small, large] = [await prepareGroups(10), await prepareGroups(500)]
  const costs = { small: { cpu: 0, wal: 0 }, large: { cpu: 0, wal: 0 } }
  for (let round = 0; round < rounds; round++) {
    for (const [size, runner] of Object.entries({ small, large })) {
      const cost = costs[size as keyof typeof costs]
      const [cpu, wal] = [familyCpuSeconds(postgres.pid), await runner.walBytes()]
      await runner.run()
      cost.cpu += familyCpuSeconds(postgres.pid) - cpu
      cost.wal += (await runner.walBytes()) - wal
    }
  }
  await Promise.all([small.end(), large.end()])
  await postgres.stop()
  const toggles = rounds * batches * togglesPerBatch
  const scenario = 'groups of 500, the statement alone'
  return [
    {
      scenario,
      figure: 'database CPU a toggle',
      value: (costs.large.cpu / toggles) * 1e6,
      unit: 'µs',
      reference: { name: 'in groups of 10', value: (costs.small.cpu / toggles) * 1e6 },
      target: { atMost: 1.3 },
    },
    {
      scenario,
      figure: 'write-ahead log a toggle',
      value: costs.large.wal / toggles / 1024,
      unit: 'KiB',
      reference: { name: 'in groups of 10', value: costs.small.wal / toggles / 1024 },
      target: { atMost: 1.2 },
    },
  ]

  async function prepareGroups(membersPerGroup: number) {
    const url = await createDatabase(postgres?.url ?? '', `groups_of_${membersPerGroup}`)
    const shape = { groups: users / membersPerGroup, membersPerGroup }
    const members = await seed({ databaseUrl: url, dataDir: '' }, secret, shape)
    const toggles = members.map(({ userId, token, groupIds: [groupId = ''] }) => ({
      session: sessionIdOf(secret, token),
      groupId,
      userId,
      status: false,
    }))
    const client = new pg.Client(url)
    await client.connect()
    await client.query('checkpoint')
    const run = async () => {
      for (let done = 0; done < batches; done++) {
        // A batch contains at most one toggle of each membership, because the statement allows no more.
        const chosen = Array.from(
          { length: togglesPerBatch },
          (_, n) => toggles[(done * togglesPerBatch + n) % users],
        ).filter(toggle => toggle !== undefined)
        for (const toggle of chosen) toggle.status = !toggle.status
        const now = new Date()
        await client.query({
          ...statusStatements.bySession,
          values: statusValues(chosen, {
            now,
            renewalDueBefore: now,
            mostChanges: 1_000_000,
            isInTransaction: false,
            channel: null,
          }),
        })
      }
    }
    await run()
    return {
      run,
      async walBytes() {
        const { rows } = await client.query(`select pg_current_wal_insert_lsn() - '0/0' as bytes`)
        return Number(rows[0].bytes)
      },
      end: () => client.end(),
    }
  }
}
