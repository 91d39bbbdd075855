import { expect, inject, test } from 'vitest'
import { newId } from '#new-id.ts'
import { fingerprintOf, makeOldDatabase } from '#testing/old-database.ts'
import { createDatabase } from '#testing/postgres.ts'
import { openDatabase } from './open-database.ts'

const postgresUrl = inject('postgresUrl')

test.skipIf(postgresUrl === null)(
  'two servers that start at the same time on PostgreSQL migrate an old database and lose no rows',
  async () => {
    const location = { databaseUrl: await createDatabase(postgresUrl ?? '', newId()), dataDir: '' }
    const contents = await makeOldDatabase(location)
    const both = await Promise.all([openDatabase(location, () => {}), openDatabase(location, () => {})])
    for (const { database, close } of both) {
      expect(await fingerprintOf(database)).toBe(contents)
      await close()
    }
  },
)
