import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { forCommand } from '#operator/open-for-command.ts'
import { emptyDatabaseConfig } from '#testing/empty-database.ts'
import { openDatabase } from './open-database.ts'

test('a database from before the first migration is refused with a line that names the last commit that can use it', async () => {
  const config = await emptyDatabaseConfig()
  const { database, close } = await openDatabase(config, () => {})
  await database.execute(
    sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('', 1795234538401)`,
  )
  await close()
  for (const open of [() => openDatabase(config, () => {}), () => forCommand(config, async () => {})])
    await expect(open()).rejects.toThrow(
      /^The database is from before the present first migration[^\n]+ commit [^\n]+ is [0-9a-f]{8}: [^\n]+\.$/,
    )
})
