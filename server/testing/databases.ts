import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '#database/database.ts'
import { startPostgres } from './postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A data folder with a migrated, empty embedded database: copied by each test file, which is faster than making one. */
    embeddedTemplate: string
    /** The server's tests run on this PostgreSQL; null: on the embedded database. */
    postgresUrl: string | null
  }
}

/** Before the embedded run: makes the template once. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  return project.name === 'server on PostgreSQL' ? providePostgres(project) : provideEmbedded(project)
}

async function provideEmbedded(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'grouplight-template-'))
  const opened = await openDatabase({ dataDir }, () => {})
  await opened.close()
  project.provide('embeddedTemplate', dataDir)
  project.provide('postgresUrl', null)
  return async () => rmSync(dataDir, { recursive: true, force: true })
}

async function providePostgres(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startPostgres()
  if (!postgres)
    throw new Error(
      'No PostgreSQL is installed (Debian: apt-get install postgresql): the server cannot be tested on it.',
    )
  project.provide('postgresUrl', postgres.url)
  project.provide('embeddedTemplate', '')
  return () => postgres.stop()
}
