import { sql } from 'drizzle-orm'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { emptyDatabaseConfig } from '#testing/empty-database.ts'
import { connectDatabase } from './connect-database.ts'
import { rows } from './database.ts'

describe.skipIf(inject('postgresUrl') === null)('on PostgreSQL', () => {
  async function open(use: 'server' | 'command') {
    const opened = await connectDatabase(
      { ...(await emptyDatabaseConfig()), databaseConnections: 2 },
      () => {},
      use,
    )
    onTestFinished(() => opened.close())
    return opened
  }

  test('a node opens at most the configured number of connections, and further statements wait', async () => {
    const { database, pool } = await open('server')
    const statements = Promise.all(Array.from({ length: 5 }, () => database.execute(sql`select pg_sleep(1)`)))
    await expect.poll(() => pool?.()).toEqual({ busy: 2, idle: 0, waiting: 3 })
    await statements
  })

  test.each([
    ['server', '10s'],
    ['command', '0'],
  ] as const)('on a connection of a %s, statement_timeout is %s', async (use, limit) => {
    const { database } = await open(use)
    expect(await rows(database)`show statement_timeout`).toEqual([{ statement_timeout: limit }])
  })
})
