import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { emptyDatabaseConfig } from '#testing/empty-database.ts'
import { connectDatabase } from './connect-database.ts'
import { rows } from './database.ts'
import { migrationsFolder, withMigrationsUpTo } from './migration-files.ts'

test('the migration to invite links marks only existing accounts as having signed in, without rewriting their rows', async () => {
  const { database, migrate, close } = await connectDatabase(await emptyDatabaseConfig(), () => {})
  const insert = (uid: string) =>
    database.execute(sql`
      insert into users (uid, email, display_name, password_hash, created_at, email_verified_at)
      values (${uid}, ${`${uid}@example.org`}, 'User', '-', now(), now())`)
  const rowVersionOf = (uid: string) =>
    rows(database, sql`select ctid::text, xmin::text from users where uid = ${uid}`)
  try {
    await withMigrationsUpTo('0020_honest-light', migrate)
    await insert('ana')
    const before = await rowVersionOf('ana')
    await migrate(migrationsFolder)
    expect(await rowVersionOf('ana')).toEqual(before)
    await insert('ben')
    expect(await rows(database, sql`select uid, has_signed_in as known from users order by uid`)).toEqual([
      { uid: 'ana', known: true },
      { uid: 'ben', known: false },
    ])
  } finally {
    await close()
  }
})
