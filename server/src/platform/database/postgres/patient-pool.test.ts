import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import { newId } from '#platform/tokens.ts'
import { createDatabase, fastSettings, runOn, startPostgres } from '#testing/postgres.ts'
import { connectDatabase } from '../connect-database.ts'

// The tests make roles and change their settings, so they have a PostgreSQL of their own.
const postgres = inject('postgresUrl') === null ? null : await startPostgres(fastSettings)
afterAll(() => postgres?.stop())
const postgresUrl = postgres?.url ?? ''

describe.skipIf(!postgresUrl)('if PostgreSQL allows no further connection', () => {
  async function openWith({ limit }: { limit: number }) {
    const role = `role_${newId()}`
    const url = new URL(await createDatabase(postgresUrl, newId()))
    await runOn(postgresUrl, `create role "${role}" login connection limit ${limit}`)
    url.username = role
    const location = { dataDir: '', databaseUrl: url.href, databaseConnections: 8 }
    const opened = await connectDatabase(location, () => {}, 'server')
    onTestFinished(() => opened.close())
    return { ...opened, url: url.href }
  }

  test('requests wait for the connections that the node has', async () => {
    const { database, pool } = await openWith({ limit: 2 })
    const results = await Promise.allSettled(
      Array.from({ length: 40 }, (_, n) =>
        n % 2 === 0
          ? database.execute(sql`select pg_sleep(0.02)`)
          : database.transaction(transaction => transaction.execute(sql`select pg_sleep(0.02)`)),
      ),
    )
    expect(results.filter(({ status }) => status === 'rejected')).toEqual([])
    expect(pool?.()).toEqual({ busy: 0, idle: 2, waiting: 0 })
  })

  test('a request waits until another program gives a connection back', async () => {
    const { database, url } = await openWith({ limit: 1 })
    const other = new pg.Client(url)
    await other.connect()
    const waiting = database.execute(sql`select 1`)
    const refused = new pg.Client(url)
    await expect(refused.connect()).rejects.toMatchObject({ code: '53300' })
    await other.end()
    await waiting
  })

  test('the pool grows again when there are connections', async () => {
    const { database, pool, url } = await openWith({ limit: 2 })
    const work = () =>
      Promise.all(Array.from({ length: 8 }, () => database.execute(sql`select pg_sleep(0.05)`)))
    await work()
    await runOn(postgresUrl, `alter role "${new URL(url).username}" connection limit -1`)
    await expect
      .poll(async () => {
        await work()
        return pool?.().idle
      })
      .toBeGreaterThan(2)
  })
})
