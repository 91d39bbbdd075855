import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject, onTestFinished } from 'vitest'
import { type Postgres, startPostgres } from './pglite/start-postgres.ts'

/** A DATA_DIR for the running test, removed when it ends. */
export function emptyDataDir(): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'grouplight-embedded-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  return dataDir
}

/** The same with a database in it, copied from the one that the test run made. */
export function dataDirWithDatabase(): string {
  const dataDir = emptyDataDir()
  cpSync(inject('embeddedTemplate'), dataDir, { recursive: true })
  return dataDir
}

/** That database started, without housekeeping, until the test ends. */
export async function startedPostgres(): Promise<Postgres> {
  const postgres = await startPostgres(`${dataDirWithDatabase()}/pgdata`, () => {})
  onTestFinished(() => postgres.pglite.close())
  return postgres
}
