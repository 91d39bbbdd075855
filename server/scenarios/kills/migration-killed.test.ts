import pg from 'pg'
import { describe, expect, inject, onTestFinished, test, vi } from 'vitest'
import { forCommand } from '#operator/open-for-command.ts'
import { readConfig } from '#platform/config/config.ts'
import { connectDatabase } from '#platform/database/connect-database.ts'
import { rows } from '#platform/database/database.ts'
import {
  latestVersion,
  migrationsFolder,
  oldestCompatibleSchema,
} from '#platform/database/migration-files.ts'
import { openDatabase } from '#platform/database/open-database.ts'
import { schemaVersionOf } from '#platform/database/schema-version.ts'
import { joinSite } from '#platform/database/site.ts'
import { newId } from '#platform/tokens.ts'
import { waitForBlockedStatements } from '#testing/blocked-statements.ts'
import { freePort } from '#testing/free-port.ts'
import { startServer } from '#testing/killable-server.ts'
import { makeNewerVersion, newerSchema } from '#testing/newer-version.ts'
import { createDatabase } from '#testing/postgres.ts'

const postgresUrl = inject('postgresUrl')
const secret = 'the secret of a test, long enough'

describe.skipIf(postgresUrl === null)(
  'a new version that is killed before it has migrated the database',
  () => {
    async function siteOfThisVersion() {
      const databaseUrl = await createDatabase(postgresUrl ?? '', newId())
      const { database, migrate, close } = await connectDatabase(
        { dataDir: '', databaseUrl },
        () => {},
        'command',
      )
      onTestFinished(close)
      await migrate(migrationsFolder)
      await joinSite(database, secret)
      const { env, flags } = makeNewerVersion()
      const startNewVersion = async () => {
        const settings = { PORT: String(await freePort()), DATABASE_URL: databaseUrl, AUTH_SECRET: secret }
        const server = startServer(
          { ...settings, ...env, DATA_DIR: '/nowhere', LOG_LEVEL: 'warn' },
          { flags },
        )
        onTestFinished(() => server.kill())
        return server
      }
      const state = async () => {
        const [found] = await rows<{ oldest: string }>(database)`select oldest_schema as oldest from site`
        return { oldest: found?.oldest, schema: await schemaVersionOf(database) }
      }
      return { databaseUrl, database, startNewVersion, state }
    }

    const ofThisVersion = { oldest: oldestCompatibleSchema, schema: latestVersion() }

    test('leaves the database to the older version if it waited for an older server', async () => {
      const { databaseUrl, startNewVersion, state } = await siteOfThisVersion()
      const older = new pg.Client({
        connectionString: databaseUrl,
        application_name: `grouplight server ${latestVersion()}`,
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
      expect(await state()).toEqual(ofThisVersion)
    })

    test('leaves the database to the older version if it was migrating; the next start migrates it, and the older version is then refused', async () => {
      const { databaseUrl, database, startNewVersion, state } = await siteOfThisVersion()
      const other = new pg.Client(databaseUrl)
      await other.connect()
      await other.query('begin')
      await other.query('lock table groups in access share mode')
      const server = await startNewVersion()
      await waitForBlockedStatements(database, 1)
      await server.kill()
      await other.end()
      expect(await state()).toEqual(ofThisVersion)

      await (await startNewVersion()).ready()
      expect(await state()).toEqual({ oldest: newerSchema, schema: 'unknown' })
      const config = readConfig({ DATABASE_URL: databaseUrl, AUTH_SECRET: secret })
      for (const open of [() => openDatabase(config, () => {}), () => forCommand(config, async () => {})])
        await expect(open()).rejects.toThrow(
          /^The database belongs to a newer version of this program[^\n]+\.$/,
        )
    })
  },
)
