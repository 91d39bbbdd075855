import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject, onTestFinished } from 'vitest'
import { type Config, readConfig } from '#platform/config/config.ts'
import { newId } from '#platform/tokens.ts'
import { createDatabase } from './postgres.ts'

/** Returns the settings for a new database without tables. An embedded database is removed after the test. */
export async function emptyDatabaseConfig(): Promise<Config> {
  const dataDir = mkdtempSync(join(tmpdir(), 'grouplight-place-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const postgresUrl = inject('postgresUrl')
  if (postgresUrl === null) cpSync(inject('embeddedEmpty'), dataDir, { recursive: true })
  return readConfig({
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
    ...(postgresUrl && {
      DATABASE_URL: await createDatabase(postgresUrl, newId()),
      AUTH_SECRET: 'the secret of a test, long enough',
    }),
  })
}
