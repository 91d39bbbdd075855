import { expect, inject, test } from 'vitest'
import { newId } from '#new-id.ts'
import { fingerprintOf, makeOldDatabase } from '#testing/old-database.ts'
import { createDatabase } from '#testing/postgres.ts'
import { openDatabase } from './open-database.ts'

const postgresUrl = inject('postgresUrl')

test.skipIf(postgresUrl === null)(
  'two servers that start at once on PostgreSQL migrate an old database and lose no rows',
  async () => {
    const place = { databaseUrl: await createDatabase(postgresUrl ?? '', newId()), dataDir: '' }
    const contents = await makeOldDatabase(place)
    const both = await Promise.all([openDatabase(place, () => {}), openDatabase(place, () => {})])
    for (const { database, close } of both) {
      expect(await fingerprintOf(database)).toBe(contents)
      await close()
    }
  },
)
