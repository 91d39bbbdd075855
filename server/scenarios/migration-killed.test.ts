import { sql } from 'drizzle-orm'
import pg from 'pg'
import { describe, expect, inject, onTestFinished, test, vi } from 'vitest'
import { connectDatabase } from '#database/connect-database.ts'
import { rows } from '#database/database.ts'
import {
  knownVersions,
  latestVersion,
  oldestCompatibleSchema,
  withMigrationsUpTo,
} from '#database/migration-files.ts'
import { schemaVersionOf } from '#database/schema-version.ts'
import { joinSite } from '#database/site.ts'
import { newId } from '#new-id.ts'
import { waitForBlockedStatements } from '#testing/blocked-statements.ts'
import { freePort } from '#testing/free-port.ts'
import { startServer } from '#testing/killable-server.ts'
import { createDatabase } from '#testing/postgres.ts'

const postgresUrl = inject('postgresUrl')
const secret = 'the secret of a test, long enough'
const before = knownVersions()[knownVersions().indexOf(oldestCompatibleSchema) - 1] ?? ''

describe.skipIf(postgresUrl === null)(
  'a new version that is killed before it has migrated the database',
  () => {
    /** Makes a site with a schema that this version no longer shares with older ones. */
    async function oldSite() {
      const databaseUrl = await createDatabase(postgresUrl ?? '', newId())
      const { database, migrate, close } = await connectDatabase(
        { dataDir: '', databaseUrl },
        () => {},
        'command',
      )
      onTestFinished(close)
      await withMigrationsUpTo(before, migrate)
      await joinSite(database, secret)
      await database.execute(sql`update site set oldest_schema = ${before}`)
      const startNewVersion = async () => {
        const settings = { PORT: String(await freePort()), DATABASE_URL: databaseUrl, AUTH_SECRET: secret }
        const server = startServer({ ...settings, DATA_DIR: '/nowhere', LOG_LEVEL: 'warn' })
        onTestFinished(() => server.kill())
        return server
      }
      const state = async () => {
        const [found] = await rows<{ oldest: string }>(
          database,
          sql`select oldest_schema as oldest from site`,
        )
        return { oldest: found?.oldest, schema: await schemaVersionOf(database) }
      }
      return { databaseUrl, database, startNewVersion, state }
    }

    const ofOldVersion = { oldest: before, schema: before }

    test('leaves the database to the older version if it waited for an older server', async () => {
      const { databaseUrl, startNewVersion, state } = await oldSite()
      const older = new pg.Client({
        connectionString: databaseUrl,
        application_name: `grouplight server ${before}`,
      })
      await older.connect()
      onTestFinished(() => older.end())
      const server = await startNewVersion()
      let printed = ''
      server.child.stdout?.on('data', chunk => {
        printed += chunk
      })
      await vi.waitFor(() => expect(printed).toContain('Waiting for the servers of an older version to end.'))
      await server.kill()
      expect(await state()).toEqual(ofOldVersion)
    })

    test('leaves the database to the older version if it was migrating; the next start migrates it', async () => {
      const { databaseUrl, database, startNewVersion, state } = await oldSite()
      const other = new pg.Client(databaseUrl)
      await other.connect()
      await other.query('begin')
      await other.query('lock table groups in access share mode')
      const server = await startNewVersion()
      await waitForBlockedStatements(database, 1)
      await server.kill()
      await other.end()
      expect(await state()).toEqual(ofOldVersion)

      await (await startNewVersion()).ready()
      expect(await state()).toEqual({ oldest: oldestCompatibleSchema, schema: latestVersion() })
    })
  },
)
