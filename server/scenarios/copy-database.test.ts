import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import { copyDatabase } from '#operator/backup/copy-database.ts'
import { digestOf, normalizeOutput, sequencesOf, tablesOf } from '#operator/backup/tables.ts'
import { systemClock } from '#platform/clock.ts'
import { connectDatabase } from '#platform/database/connect-database.ts'
import type { Database, OpenDatabase } from '#platform/database/database.ts'
import { migrationsFolder } from '#platform/database/migration-files.ts'
import { openDatabase } from '#platform/database/open-database.ts'
import { notices } from '#platform/database/schema.ts'
import { joinSite } from '#platform/database/site.ts'
import { emptyDatabaseConfig } from '#testing/empty-database.ts'
import { makeNewerVersion } from '#testing/newer-version.ts'

describe.skipIf(inject('postgresUrl') === null)('moving to PostgreSQL', () => {
  let dataDir: string
  let source: OpenDatabase
  let before: unknown

  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'grouplight-move-'))
    source = await openDatabase({ dataDir }, () => {})
    await joinSite(source.database, 'the secret of a test, long enough')
    await source.database.execute(sql`
      insert into users (uid, email, display_name, password_hash, created_at)
      select 'user' || n, 'user' || n || '@example.org', 'Zoë "Ana" \\ 👩‍🚒', '', '2026-01-02T03:04:05.678Z'
      from generate_series(1, 1200) n`)
    await source.database.execute(sql`
      insert into sessions (token_hash, user_id, created_at, expires_at)
      select sha256(uid::bytea), uid, created_at, created_at + '1 day' from users`)
    await source.database.insert(notices).values(announced)
    before = await everythingIn(source.database)
  })
  afterAll(async () => {
    await source.close()
    rmSync(dataDir, { recursive: true, force: true })
  })

  const move = (target: OpenDatabase, print: (line: string) => void = () => {}) =>
    copyDatabase({ database: source.database, clock: systemClock }, target, print)

  test('copies every row, continues the sequences, and leaves the source unchanged', async () => {
    const target = await openTarget()
    const lines: string[] = []
    expect(await move(target, line => lines.push(line))).toBe(2402)
    expect(lines.sort()).toEqual([
      'notices: 1 rows',
      'sessions: 1200 rows',
      'site: 1 rows',
      'users: 1200 rows',
    ])
    expect(await everythingIn(target.database)).toEqual(before)
    expect(await everythingIn(source.database)).toEqual(before)
    const [next] = await target.database.insert(notices).values(announced).returning()
    expect(next?.id).toBe(2)
  })

  test('copies no row if it fails, and can be repeated', async () => {
    const target = await openTarget()
    await target.migrate(migrationsFolder)
    await target.database.execute(sql`alter table users add constraint less check (uid <> 'user1100')`)
    await expect(move(target)).rejects.toThrow()
    expect(await rowsIn(target.database)).toBe(0)
    expect(await everythingIn(source.database)).toEqual(before)
    await target.database.execute(sql`alter table users drop constraint less`)
    expect(await move(target)).toBe(2402)
  })

  test.each([
    [
      'loses a row',
      `begin if new.uid = 'user7' then return null; end if; return new; end`,
      /^users: the copy of the table has 1199 rows instead of 1200/,
    ],
    [
      'changes a row',
      `begin new.display_name := 'Bea'; return new; end`,
      /^users: the copy of the table has rows that differ/,
    ],
  ])('fails if the target %s', async (_, body, refusal) => {
    const target = await openTarget()
    await target.migrate(migrationsFolder)
    // The constraint is dropped, because it would refuse the sessions of the missing user.
    await target.database.execute(sql`alter table sessions drop constraint sessions_user_id_users_uid_fk`)
    await target.database.execute(
      sql.raw(`create function meddle() returns trigger language plpgsql as $$ ${body} $$`),
    )
    await target.database.execute(
      sql`create trigger meddle before insert on users for each row execute function meddle()`,
    )
    await expect(move(target)).rejects.toThrow(refusal)
    expect(await rowsIn(target.database)).toBe(0)
  })

  test('is refused for a database with any content, or with another schema', async () => {
    const target = await openTarget()
    await target.migrate(migrationsFolder)
    await target.database.insert(notices).values(announced)
    await expect(move(target)).rejects.toThrow(/^The database is not empty \([^\n]*notices\)[^\n]*\.$/)
    await target.migrate(makeNewerVersion().migrations)
    await expect(move(target)).rejects.toThrow(/^The database has the schema/)
  })
})

const announced = { type: 'admin', action: 'announced', message: 'Hello', createdAt: new Date(0) } as const

async function openTarget(): Promise<OpenDatabase> {
  const target = await connectDatabase(await emptyDatabaseConfig(), () => {}, 'command')
  onTestFinished(() => target.close())
  return target
}

async function rowsIn(database: Database): Promise<number> {
  const contents = await everythingIn(database)
  return contents.tables.reduce((sum, { count }) => sum + count, 0)
}

async function everythingIn(database: Database) {
  return database.transaction(async transaction => {
    await normalizeOutput(transaction)
    const tables = []
    for (const { name } of await tablesOf(transaction))
      tables.push({ name, ...(await digestOf(transaction, name)) })
    return { tables, sequences: await sequencesOf(transaction) }
  })
}
