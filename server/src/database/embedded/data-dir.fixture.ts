import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject, onTestFinished } from 'vitest'
import { type Postgres, startPostgres } from './pglite/start-postgres.ts'

/** Creates an empty DATA_DIR for the running test. It is deleted when the test ends. */
export function emptyDataDir(): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'grouplight-embedded-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  return dataDir
}

/** Creates a DATA_DIR with a database, copied from the template of the test run. */
export function dataDirWithDatabase(): string {
  const dataDir = emptyDataDir()
  cpSync(inject('embeddedTemplate'), dataDir, { recursive: true })
  return dataDir
}

/** Starts PostgreSQL on such a copy, without housekeeping, until the test ends. */
export async function startedPostgres(): Promise<Postgres> {
  const postgres = await startPostgres(`${dataDirWithDatabase()}/pgdata`, () => {})
  onTestFinished(() => postgres.pglite.close())
  return postgres
}
