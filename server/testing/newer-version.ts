import { createHash } from 'node:crypto'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { onTestFinished } from 'vitest'
import { type Database, rows } from '#platform/database/database.ts'
import { migrationsFolder, readJournal } from '#platform/database/migration-files.ts'

export const newerSchema = '9999_of_the_test'

// The migration writes rows for some time, so that it can be killed meanwhile. It changes no value.
const statements = [
  `alter table groups alter column description set default ''`,
  ...Array.from({ length: 20 }, () => `update notices set message = message || ''`),
]

/** Returns a folder with the migrations of a newer version, and what a process of `startServer` needs to be of this version. */
export function makeNewerVersion() {
  const migrations = mkdtempSync(join(tmpdir(), 'grouplight-newer-'))
  onTestFinished(() => rmSync(migrations, { recursive: true, force: true }))
  cpSync(migrationsFolder, migrations, { recursive: true })
  writeFileSync(join(migrations, `${newerSchema}.sql`), statements.join(';--> statement-breakpoint\n'))
  const journal = readJournal()
  const when = (journal.entries.at(-1)?.when ?? 0) + 1
  const entries = [...journal.entries, { idx: journal.entries.length, when, tag: newerSchema }]
  writeFileSync(join(migrations, 'meta', '_journal.json'), JSON.stringify({ ...journal, entries }))
  return {
    migrations,
    env: { NEWER_MIGRATIONS: migrations },
    flags: ['--import', new URL('run-newer-version.ts', import.meta.url).href],
  }
}

/** Fills a database with the schema of this version. Returns a hash of the rows: see `hashOfRows`. */
export async function fillForMigration(database: Database): Promise<string> {
  const time = new Date().toISOString() // maintenance would remove rows with old times
  await database.transaction(async transaction => {
    await transaction.execute(sql`
      insert into users (uid, email, display_name, password_hash, created_at, email_verified_at)
      select 'user' || n, n || '@example.org', 'User ' || n, '-', ${time}, ${time} from generate_series(1, 200) n`)
    await transaction.execute(sql`
      insert into groups (id, name, description, created_by, created)
      select 'group' || n, 'Group ' || n, '', 'user' || n, ${time} from generate_series(1, 200) n`)
    await transaction.execute(sql`
      insert into memberships (group_id, user_id, status, last_updated, joined_at)
      select 'group' || n, 'user' || n, true, ${time}, ${time} from generate_series(1, 200) n`)
    await transaction.execute(sql`
      insert into notices (type, action, message, created_at)
      select 'admin', 'announced', 'News', ${time} from generate_series(1, 1000)`)
  })
  return hashOfRows(database)
}

export async function hashOfRows(database: Database): Promise<string> {
  const hash = createHash('sha256')
  for (const table of ['users', 'groups', 'memberships', 'notices']) {
    const [found] = await rows<{ text: string }>(database)`
      ${sql.raw(`select string_agg(t::text, '' order by t::text) as text from ${table} t`)}`
    hash.update(found?.text ?? '')
  }
  return hash.digest('hex')
}
