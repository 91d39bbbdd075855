import { sql } from 'drizzle-orm'
import { expect, inject, test } from 'vitest'
import { newId } from '#platform/tokens.ts'
import { fillForMigration, hashOfRows, makeNewerVersion } from '#testing/newer-version.ts'
import { createDatabase } from '#testing/postgres.ts'
import { connectDatabase } from './connect-database.ts'
import { migrationsFolder, withMigrationsUpTo } from './migration-files.ts'
import { openDatabase } from './open-database.ts'
import { users } from './schema.ts'

const postgresUrl = inject('postgresUrl')

test.skipIf(postgresUrl === null)(
  'two servers of a newer version that start at the same time on PostgreSQL migrate the database and lose no rows',
  async () => {
    const location = { databaseUrl: await createDatabase(postgresUrl ?? '', newId()), dataDir: '' }
    const older = await openDatabase(location, () => {})
    const before = await fillForMigration(older.database)
    await older.close()
    const { migrations } = makeNewerVersion()
    const both = await Promise.all([connectDatabase(location, () => {}), connectDatabase(location, () => {})])
    await Promise.all(both.map(({ migrate }) => migrate(migrations)))
    for (const { database, close } of both) {
      expect(await hashOfRows(database)).toBe(before)
      await close()
    }
  },
)

test.skipIf(postgresUrl === null)(
  'a user with devices gets the language of the newest one, and a user without devices gets English',
  async () => {
    const databaseUrl = await createDatabase(postgresUrl ?? '', newId())
    const { database, migrate, close } = await connectDatabase({ databaseUrl, dataDir: '' }, () => {})
    await withMigrationsUpTo('0000_first', migrate)
    await database.execute(sql`
      insert into users (uid, email, display_name, created_at)
      select uid, uid || '@example.org', uid, now() from unnest(array['ana', 'ben']) uid`)
    await database.execute(sql`
      insert into sessions (token_hash, user_id, created_at, expires_at)
      select decode('0' || n, 'hex'), 'ana', now(), now() from generate_series(1, 3) n`)
    await database.execute(sql`
      insert into devices
        (id, user_id, session_hash, endpoint, p256dh, auth, name, language, confirmation_hash, created_at, seen_at)
      select language, 'ana', decode('0' || n, 'hex'), '', '', '', '', language, '', now(), now() - abs(n - 2) * interval '1 day'
      from unnest(array['en', 'de', 'ar']) with ordinality given(language, n)`)
    await migrate(migrationsFolder)
    const { uid, language } = users
    expect(await database.select({ uid, language }).from(users).orderBy(uid)).toEqual([
      { uid: 'ana', language: 'de' },
      { uid: 'ben', language: 'en' },
    ])
    await close()
  },
)
