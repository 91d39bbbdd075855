import { cpSync, mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { drizzle, type PgliteDatabase } from 'drizzle-orm/pglite'
import { beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { openEmbedded } from '#platform/database/embedded/open-embedded.ts'
import type { Connection } from '#platform/database/embedded/thread/connection.ts'
import { startedPostgres } from './data-dir.fixture.ts'

let pglite: Connection

beforeAll(async () => {
  const dataDir = mkdtempSync(join(inject('folder'), 'connection-'))
  cpSync(inject('embeddedTemplate'), dataDir, { recursive: true })
  const opened = await openEmbedded(dataDir)
  pglite = opened.pglite
  return opened.close
})
beforeEach(() => pglite.exec('DROP TABLE IF EXISTS notes'))

function drizzleOn(client: object): PgliteDatabase & { $client: unknown } {
  return drizzle({ client: client as Parameters<typeof drizzle>[0] & object } as never)
}

test('a long statement does not block the main thread', async () => {
  let ticks = 0
  const timer = setInterval(() => ticks++, 10)
  await pglite.exec(`
    DO $$ DECLARE until timestamptz = clock_timestamp() + interval '2 s';
    BEGIN WHILE clock_timestamp() < until LOOP END LOOP; END $$`)
  clearInterval(timer)
  expect(ticks).toBeGreaterThan(5)
})

test('code in a transaction cannot use the connection directly; code that outlives the transaction can use it again after the end', async () => {
  const uses = [
    () => pglite.query('SELECT 1'),
    () => pglite.exec('SELECT 1'),
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

test('inside a transaction, `tx` works, and a failed nested transaction undoes only its own changes', async () => {
  const database = drizzleOn(pglite)
  await pglite.exec('CREATE TABLE notes (text text)')
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

test('other statements wait until a transaction has ended or failed, and then see all of its changes or none', async () => {
  await pglite.exec('CREATE TABLE notes (text text)')
  const read = async () => (await pglite.query<{ text: string }>('SELECT text FROM notes')).rows

  for (const [end, left] of [
    [async () => {}, [{ text: 'one' }, { text: 'two' }, { text: 'three' }]],
    [() => Promise.reject(new Error('undone')), [{ text: 'one' }, { text: 'two' }, { text: 'three' }]],
  ] as const) {
    const [begun, work] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    let hasRead = false
    const transaction = pglite.transaction(async tx => {
      await tx.query("INSERT INTO notes VALUES ('one')")
      begun.resolve()
      await work.promise
      // The thread answers in the order of the requests. Statements that did not wait would be answered before these two.
      for (const word of ['two', 'three']) await tx.query(`INSERT INTO notes VALUES ('${word}')`)
      expect(hasRead).toBe(false)
      await end()
    })
    await begun.promise
    const others = [read(), pglite.transaction(tx => tx.query('SELECT 1'))]
    for (const other of others)
      void other.finally(() => {
        hasRead = true
      })
    work.resolve()
    await transaction.catch(error => expect(error.message).toBe('undone'))
    expect((await Promise.all(others))[0]).toEqual(left)
  }
})

test('a statement after the end of its transaction is refused, and a transaction with a failed statement fails', async () => {
  const left = await pglite.transaction(async tx => ({ tx }))
  await expect(left.tx.query('SELECT 1')).rejects.toThrow('has ended')

  const aborted = pglite.transaction(async tx => {
    await tx.query('SELECT 1/0').catch(() => {})
  })
  await expect(aborted).rejects.toMatchObject({ code: '25P02' })
  expect((await pglite.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
})

test('errors, values and rows are the same with and without the thread of the database', async () => {
  const { pglite: direct } = await startedPostgres()
  const answers = async (on: Pick<Connection, 'exec'>) => {
    const database = drizzleOn(on)
    await on.exec(`
      CREATE TABLE notes (id int CONSTRAINT one_of_each UNIQUE, at timestamptz, day date, times timestamp[], lasts interval,
        hash bytea, big bigint, exact numeric, exacts numeric[], words text[], data jsonb, yes boolean, nothing text)`)
    const written = await database.execute(sql`
      INSERT INTO notes VALUES (1, ${new Date(1e12)}, '2026-11-21', ARRAY['2026-11-21 10:00'::timestamp], '2 days',
        ${Buffer.from('hash')}, 9007199254740993, 1.10, '{1.10,2.20}', ${sql.param(['a', 'b'])}, ${{ a: [1, null] }}, true, ${null})
      RETURNING *`)
    const error = await database.execute(sql`INSERT INTO notes VALUES (1)`).catch(error => error)
    const { message, query, cause } = error
    const { name, code, detail, severity, constraint, table, schema, message: below } = cause
    const refused = {
      name,
      code,
      detail,
      severity,
      constraint,
      table,
      schema,
      below,
      isError: cause instanceof Error,
    }
    return { written, message, query, refused }
  }
  const expected = await answers(direct)
  expect(await answers(pglite)).toEqual(expected)
  expect(expected.refused).toMatchObject({ code: '23505', constraint: 'one_of_each', isError: true })
})

test('a value that cannot be sent to the database’s thread is refused, and later statements work', async () => {
  await expect(pglite.query('SELECT $1', [() => {}])).rejects.toThrow('could not be cloned')
  expect((await pglite.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
})
