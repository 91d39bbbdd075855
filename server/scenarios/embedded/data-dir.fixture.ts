import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject, onTestFinished } from 'vitest'
import { type Postgres, startPostgres } from '#platform/database/embedded/pglite/start-postgres.ts'

/** The directory is deleted when the test ends. */
export function emptyDataDir(): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'grouplight-embedded-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  return dataDir
}

export function dataDirWithDatabase(): string {
  const dataDir = emptyDataDir()
  cpSync(inject('embeddedTemplate'), dataDir, { recursive: true })
  return dataDir
}

export async function startedPostgres(): Promise<Postgres> {
  const postgres = await startPostgres(`${dataDirWithDatabase()}/pgdata`, () => {})
  onTestFinished(() => postgres.pglite.close())
  return postgres
}
