import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { newId } from '#platform/tokens.ts'
import { createDatabase, runOn } from '#testing/postgres.ts'
import { rows } from './database.ts'
import { openDatabase } from './open-database.ts'

const postgresUrl = inject('postgresUrl')

test.skipIf(postgresUrl === null)(
  'a role that owns its database needs no superuser rights, and no other role needs access',
  async () => {
    const role = `role_${newId()}`
    const adminUrl = await createDatabase(postgresUrl ?? '', newId())
    const url = new URL(adminUrl)
    const name = url.pathname.slice(1)
    const operator = new pg.Client(postgresUrl ?? '')
    await operator.connect()
    await operator.query(`create role "${role}" login nosuperuser nocreatedb nocreaterole`)
    await operator.query(`alter database "${name}" owner to "${role}"`)
    await operator.query(`revoke connect on database "${name}" from public`)
    await operator.end()

    url.username = role
    const location = {
      dataDir: '/nowhere',
      databaseUrl: url.href,
      authSecret: 'the secret of a test, long enough',
    }
    const { database, close } = await openDatabase(location, () => {})
    // The command `doctor` would report the role in other tests.
    onTestFinished(async () => {
      await close()
      await runOn(adminUrl, `reassign owned by "${role}" to current_user`)
      await runOn(postgresUrl ?? '', `alter database "${name}" owner to current_user`, `drop role "${role}"`)
    })
    expect(await database.tryWithLock('a name', async () => {})).toBe(true)
    expect(await rows(database)`select current_user as role, count(*)::int as users from users`).toEqual([
      { role, users: 0 },
    ])
  },
)
