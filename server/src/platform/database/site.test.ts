import pg from 'pg'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { OperatorError } from '#platform/config/operator-error.ts'
import { emptyDatabaseConfig } from '#testing/empty-database.ts'
import { connectDatabase } from './connect-database.ts'
import { latestVersion, migrationsFolder } from './migration-files.ts'
import { openDatabase } from './open-database.ts'
import { keys, site, users } from './schema.ts'
import { schemaVersionOf } from './schema-version.ts'
import { adoptSecret, awaitOlderServers, joinSite, requireCompatibleSite, watchSite } from './site.ts'

const isShared = inject('postgresUrl') !== null
const secret = 'the secret of a test, long enough'
const otherSecret = 'another secret of a test, as long'

async function open(location?: Parameters<typeof openDatabase>[0]) {
  const opened = await openDatabase(location ?? (await emptyDatabaseConfig()), () => {})
  onTestFinished(() => opened.close())
  return opened
}

test('a server that is too old for the database is refused with a message of one line', async () => {
  const { database } = await open()
  await joinSite(database, secret)
  await database.update(site).set({ oldestSchema: '9999_later' })
  const refusal = /^The database belongs to a newer version[^\n]+ 9999_later: [^\n]+\.$/
  await expect(requireCompatibleSite(database, secret)).rejects.toThrow(refusal)
  await expect(joinSite(database, secret)).rejects.toThrow(refusal)
  expect(await database.select().from(site)).toMatchObject([{ oldestSchema: '9999_later' }])
})

test('the periodic check of a running server reports a database that needs a newer program, but not an unreachable database', async () => {
  const { database } = await open()
  await joinSite(database, secret)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const refusals: OperatorError[] = []
  onTestFinished(watchSite(database, secret, refusal => refusals.push(refusal)))
  const away = { execute: () => Promise.reject(new Error('away')) } as never
  onTestFinished(watchSite(away, secret, refusal => refusals.push(refusal)))
  await database.update(site).set({ oldestSchema: '9999_later' })
  vi.advanceTimersByTime(30_000)
  await vi.waitFor(() => expect(refusals.map(String)).toEqual([expect.stringContaining('9999_later')]))
})

test.skipIf(!isShared)(
  'before a migration, a server waits until the servers that cannot work with the new schema have ended',
  async () => {
    const location = await emptyDatabaseConfig()
    const { database } = await open(location)
    await joinSite(database, secret)
    const lines: string[] = []
    await awaitOlderServers(database, line => lines.push(line))
    expect(lines).toEqual([])
    const older = new pg.Client({
      connectionString: location.databaseUrl,
      application_name: 'grouplight server 0000_other',
    })
    await older.connect()
    let isRetired = false
    const retired = awaitOlderServers(database, line => lines.push(line)).then(() => {
      isRetired = true
    })
    await vi.waitFor(() => expect(lines).toHaveLength(1))
    expect(isRetired).toBe(false)
    await older.end()
    await retired
  },
)

test.skipIf(!isShared)(
  'a running server ends when a newer program waits to migrate its database',
  async () => {
    const location = await emptyDatabaseConfig()
    const { database } = await open(location)
    await joinSite(database, secret)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const refusals: OperatorError[] = []
    onTestFinished(watchSite(database, secret, refusal => refusals.push(refusal)))
    const newer = new pg.Client({
      connectionString: location.databaseUrl,
      application_name: 'grouplight migration 9999_later',
    })
    await newer.connect()
    onTestFinished(() => newer.end())
    vi.advanceTimersByTime(30_000)
    await vi.waitFor(() => expect(refusals.map(String)).toEqual([expect.stringContaining('9999_later')]))
  },
)

test.skipIf(!isShared)(
  'a server with another secret is refused with a message of one line, and does not migrate the database',
  async () => {
    const location = await emptyDatabaseConfig()
    const first = await connectDatabase(location, () => {})
    onTestFinished(() => first.close())
    await first.migrate(migrationsFolder)
    await joinSite(first.database, secret)
    await first.database.execute('delete from drizzle.__drizzle_migrations')
    const wrong = openDatabase({ ...location, authSecret: otherSecret }, () => {})
    await expect(wrong).rejects.toThrow(/^This database was used with another secret: [^\n]+\.$/)
    await expect(wrong).rejects.toThrow(OperatorError)
    expect(await schemaVersionOf(first.database)).toBe(null)
  },
)

test.skipIf(!isShared)(
  'if two servers with different secrets join a new database at the same time, only one succeeds',
  async () => {
    const location = await emptyDatabaseConfig()
    const [one, other] = [await open(location), await open(location)]
    const joined = await Promise.allSettled([
      joinSite(one.database, secret),
      joinSite(other.database, otherSecret),
    ])
    expect(joined.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  },
)

test.skipIf(!isShared)(
  'three servers can start at the same time on an empty database, and it then has the newest schema',
  async () => {
    const location = await emptyDatabaseConfig()
    const opened = await Promise.all([open(location), open(location), open(location)])
    await Promise.all(opened.map(({ database }) => joinSite(database, secret)))
    for (const { database } of opened) expect(await schemaVersionOf(database)).toBe(latestVersion())
  },
)

test('a new secret is refused and deletes nothing; only after `adoptSecret` it is the secret, and all keys are deleted', async () => {
  const { database } = await open()
  await joinSite(database, secret)
  const now = new Date()
  await database
    .insert(users)
    .values({ uid: 'ana', email: 'ana@example.org', displayName: 'Ana', createdAt: now })
  const key = {
    id: 'key',
    userId: 'ana',
    name: 'Button',
    maySwitch: true,
    tokenHash: Buffer.alloc(32),
    lastFour: 'abcd',
  }
  await database.insert(keys).values({ ...key, createdAt: now })
  await joinSite(database, secret)
  for (const wrong of [otherSecret, null])
    await expect(requireCompatibleSite(database, wrong)).rejects.toThrow(
      /^This database was used with another secret/,
    )
  await expect(joinSite(database, otherSecret)).rejects.toThrow(OperatorError)
  expect(await database.$count(keys)).toBe(1)
  await database.transaction(transaction => adoptSecret(transaction, otherSecret))
  await requireCompatibleSite(database, otherSecret)
  expect(await database.$count(keys)).toBe(0)
})
