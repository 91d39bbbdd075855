import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { connectDatabase } from '#platform/database/connect-database.ts'
import { openDatabase } from '#platform/database/open-database.ts'
import { hasPgbouncer } from './pgbouncer.ts'
import { createDatabase, fastSettings, startPostgres } from './postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A folder for the files of the tests, which is removed after them. */
    folder: string
    /** The path of a data folder with an embedded database that is migrated and empty. Is '' if the tests run on PostgreSQL. */
    embeddedTemplate: string
    /** The path of a data folder with an embedded database before its first migration. Is '' if the tests run on PostgreSQL. */
    embeddedEmpty: string
    /**
     * The URL of the PostgreSQL server, or null if the tests run on the embedded database. The server has a database named
     * `migrated`, which test files copy.
     */
    postgresUrl: string | null
  }
}

/** Creates the databases that test files copy. Copying is faster than creating. Vitest calls `setup` once for each project. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'grouplight-tests-'))
  project.provide('folder', folder)
  const isOnPostgres = project.name.endsWith('on PostgreSQL')
  const stop = isOnPostgres ? await providePostgres(project) : await provideEmbedded(project, folder)
  return async () => {
    await stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function provideEmbedded(project: TestProject, folder: string): Promise<() => Promise<void>> {
  const [empty, template] = [join(folder, 'empty'), join(folder, 'template')]
  await (await connectDatabase({ dataDir: empty }, () => {})).close()
  cpSync(empty, template, { recursive: true })
  await (await openDatabase({ dataDir: template }, () => {})).close()
  project.provide('embeddedTemplate', template)
  project.provide('embeddedEmpty', empty)
  project.provide('postgresUrl', null)
  return async () => {}
}

async function providePostgres(project: TestProject): Promise<() => Promise<void>> {
  // The scenarios kill the server, and the command `doctor` demands that PostgreSQL syncs its files.
  const sync = project.name.startsWith('scenarios') ? [] : ['fsync=off']
  const postgres = await startPostgres([...fastSettings, ...sync])
  if (!postgres) throw new Error('No PostgreSQL is installed.')
  const databaseUrl = await createDatabase(postgres.url, 'migrated')
  await (await openDatabase({ databaseUrl, dataDir: '' }, () => {})).close()
  if (!hasPgbouncer)
    process.stdout.write(
      'No PgBouncer is installed (Debian: apt-get install pgbouncer): the tests that need it are skipped.\n',
    )
  project.provide('postgresUrl', postgres.url)
  project.provide('embeddedTemplate', '')
  project.provide('embeddedEmpty', '')
  return () => postgres.stop()
}
