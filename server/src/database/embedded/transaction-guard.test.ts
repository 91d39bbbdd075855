import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/pglite'
import { expect, test } from 'vitest'
import { startedPostgres } from './data-dir.fixture.ts'

test('the root handle inside its open transaction is an error that says pass tx; once it has ended all is allowed', async () => {
  const { pglite } = await startedPostgres()
  const uses = [
    () => pglite.query('SELECT 1'),
    () => pglite.exec('SELECT 1'),
    () => pglite.sql`SELECT 1`,
    () => pglite.describeQuery('SELECT 1'),
    () => pglite.transaction(async () => {}),
  ]
  for (const use of uses) {
    await expect(pglite.transaction(async () => use())).rejects.toThrow('pass tx')
    await use()
  }

  const ended = Promise.withResolvers<void>()
  const leftBehind = await pglite.transaction(async () => ({
    work: ended.promise.then(() => pglite.query('SELECT 1')),
  }))
  ended.resolve()
  await leftBehind.work
})

test('tx works inside a transaction, with savepoints', async () => {
  const { pglite } = await startedPostgres()
  await pglite.exec('CREATE TABLE notes (text text)')
  const database = drizzle(pglite)
  const write = (on: Pick<typeof database, 'execute'>, text: string) =>
    on.execute(sql`INSERT INTO notes VALUES (${text})`)

  await database.transaction(async tx => {
    await write(tx, 'first')
    await tx.transaction(async nested => write(nested, 'second'))
    const undone = tx.transaction(async nested => {
      await write(nested, 'undone')
      await write(database, 'refused')
    })
    await expect(undone).rejects.toHaveProperty('cause.message', expect.stringContaining('pass tx'))
  })
  expect((await pglite.query('SELECT text FROM notes')).rows).toEqual([{ text: 'first' }, { text: 'second' }])
})
