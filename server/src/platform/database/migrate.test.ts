import { expect, inject, test } from 'vitest'
import { newId } from '#platform/tokens.ts'
import { fillForMigration, hashOfRows, makeNewerVersion } from '#testing/newer-version.ts'
import { createDatabase } from '#testing/postgres.ts'
import { connectDatabase } from './connect-database.ts'
import { openDatabase } from './open-database.ts'

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
