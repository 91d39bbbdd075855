import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import pino from 'pino'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { createServices } from '#create-services.ts'
import { checkData } from '#operator/check-data.ts'
import { isWrongLine } from '#operator/finding.ts'
import { systemClock } from '#platform/clock.ts'
import { readConfig } from '#platform/config/config.ts'
import { connectDatabase } from '#platform/database/connect-database.ts'
import { latestVersion, migrationsFolder } from '#platform/database/migration-files.ts'
import { openDatabase } from '#platform/database/open-database.ts'
import { schemaVersionOf } from '#platform/database/schema-version.ts'
import { newId } from '#platform/tokens.ts'
import { freePort } from '#testing/free-port.ts'
import { startServer } from '#testing/killable-server.ts'
import { foldersOfKilledStarts } from '#testing/killed-starts.ts'
import { fillForMigration, hashOfRows, makeNewerVersion } from '#testing/newer-version.ts'
import { createDatabase } from '#testing/postgres.ts'
import { reportProgress } from '#testing/progress.ts'

// On the embedded database, a process is suspended several times while it starts. For each suspension, a round uses a copy of the
// data folder. If ROUNDS is set, each round kills a process of its own.
const oneByOne = process.env.ROUNDS !== undefined
const rounds = Number(process.env.ROUNDS ?? 20)
const inMigrations = Number(process.env.ROUNDS ?? 10)
const longTimeout = { timeout: 60_000 * rounds }
const postgresUrl = inject('postgresUrl')

describe.skipIf(postgresUrl !== null)('a killed start on the embedded database', () => {
  test(
    'after a kill during a first start, the next start works and keeps the secret if one was stored',
    longTimeout,
    async () => {
      let openingMs = 1_500
      const seen = { kills: 0, withoutDatabase: 0 }
      for await (const dataDir of foldersOfKilledStarts({ rounds, oneByOne, openingMs: () => openingMs })) {
        seen.kills++
        const left = readdirSync(dataDir)
        const secret = left.includes('secret') ? secretIn(dataDir) : undefined
        if (!left.includes('pgdata')) {
          expect(left.filter(name => !/^(lock\.\w+|pgdata\.new)$/.test(name))).toEqual([])
          // The next start deletes an incomplete database without reading its content. One test of this case is enough.
          if (seen.withoutDatabase++ > 0 && !oneByOne) continue
        }
        const start = await startAgain({ DATA_DIR: dataDir })
        if (!left.includes('pgdata')) openingMs = Math.max(openingMs, start.openingMs)
        expect(secretIn(dataDir)).toBe(secret ?? secretIn(dataDir))
      }
      expect(seen.withoutDatabase).toBeGreaterThan(0)
      print(
        `${seen.kills} rounds of killing a first start, ${seen.withoutDatabase} of them before there was a database`,
      )
    },
  )

  test(
    'after a kill during the migration of an older database, the next start completes the migration',
    longTimeout,
    async () => {
      const before = mkdtempSync(join(tmpdir(), 'grouplight-old-'))
      onTestFinished(() => rmSync(before, { recursive: true, force: true }))
      cpSync(inject('embeddedEmpty'), before, { recursive: true })
      const contents = await fillDatabase({ dataDir: before })
      const { migrations, env, flags } = makeNewerVersion()
      let openingMs = 1_500
      const seen = { kills: 0, unfinished: 0 }
      for await (const dataDir of foldersOfKilledStarts({
        rounds: inMigrations,
        oneByOne,
        before,
        openingMs: () => openingMs,
        version: { env, flags },
      })) {
        const start = await startAgain({ DATA_DIR: dataDir }, migrations)
        expect(start.contents).toBe(contents)
        seen.kills++
        if (start.found !== latestVersion()) continue
        openingMs = Math.max(openingMs, start.openingMs)
        seen.unfinished++
      }
      expect(seen.unfinished).toBeGreaterThan(0)
      print(`${seen.kills} rounds of killing a migration, ${seen.unfinished} of them before it was done`)
    },
  )
})

describe.skipIf(postgresUrl === null)('on PostgreSQL', () => {
  const template = `old-${newId()}`
  const urlOf = (name: string) => Object.assign(new URL(postgresUrl ?? ''), { pathname: `/${name}` }).href

  test(
    'after a kill during a migration on PostgreSQL, the next start completes the migration',
    longTimeout,
    async () => {
      await createDatabase(postgresUrl ?? '', template)
      const contents = await fillDatabase({ databaseUrl: urlOf(template), dataDir: '' })
      const { migrations, env, flags } = makeNewerVersion()
      const observer = new pg.Client(postgresUrl ?? '')
      await observer.connect()
      onTestFinished(() => observer.end())
      let openingMs = 600
      let unfinished = 0
      for (let round = 1; round <= inMigrations; round++) {
        const name = newId()
        await observer.query(`create database "${name}" template "${template}"`)
        const settings = { DATABASE_URL: urlOf(name), AUTH_SECRET: 'the secret of a test, long enough' }
        const server = startServer({ ...settings, ...env, PORT: String(await freePort()) }, { flags })
        onTestFinished(() => server.kill())
        const connections = `select 1 from pg_stat_activity where datname = '${name}'`
        while ((await observer.query(connections)).rowCount === 0) await wait(2)
        await wait(Math.random() * openingMs)
        await server.kill()
        const start = await startAgain(settings, migrations)
        expect(start.contents).toBe(contents)
        if (start.found === latestVersion()) {
          openingMs = Math.max(openingMs, start.openingMs)
          unfinished++
        }
        await observer.query(`drop database "${name}" with (force)`)
        reportProgress(round, inMigrations)
      }
      expect(unfinished).toBeGreaterThan(0)
      print(`${inMigrations} rounds of killing a migration, ${unfinished} of them before it was done`)
    },
  )
})

/**
 * Opens, migrates and checks the database. `found` is the schema version before the migration. `openingMs` is the CPU time of
 * opening and migrating. `contents` is a fingerprint of the data.
 */
async function startAgain(settings: Record<string, string>, migrations = migrationsFolder) {
  const config = readConfig({ LOG_LEVEL: 'silent', ...settings })
  const before = process.cpuUsage()
  const lines: string[] = []
  const opened = await connectDatabase(config, line => lines.push(line))
  try {
    const found = await schemaVersionOf(opened.database)
    await opened.migrate(migrations)
    const { user, system } = process.cpuUsage(before)
    const openingMs = (user + system) / 1_000
    const services = await createServices({
      config,
      clock: systemClock,
      log: pino({ level: 'silent' }),
      opened,
    })
    const findings: string[] = []
    await checkData.run(
      services,
      { positionals: [], options: {}, folder: '' },
      line => findings.push(line),
      async () => {},
    )
    const isMigrated = migrations !== migrationsFolder
    expect(findings.filter(isWrongLine)).toEqual(isMigrated ? [expect.stringContaining('schema')] : [])
    // Until PostgreSQL notices that the killed server is gone, the next start may report another server.
    expect(lines.filter(line => !/^(Creating the database|Another server is migrating)/.test(line))).toEqual(
      [],
    )
    return { found, openingMs, contents: await hashOfRows(opened.database) }
  } finally {
    await opened.close()
  }
}

async function fillDatabase(location: Parameters<typeof openDatabase>[0]): Promise<string> {
  const { database, close } = await openDatabase(location, () => {})
  const contents = await fillForMigration(database)
  await close()
  return contents
}

function secretIn(dataDir: string): string {
  const file = join(dataDir, 'secret')
  const secret = readFileSync(file, 'utf8')
  expect(secret).toMatch(/^[\w-]{43}$/)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  return secret
}

function print(tried: string): void {
  process.stdout.write(`${tried}: the next start worked, 0 lost\n`)
}
