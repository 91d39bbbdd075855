import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { newId } from '#platform/tokens.ts'
import { api } from '#testing/api.ts'
import { useOwnTestApp } from '#testing/test-app.ts'
import { loggableError } from './database-errors.ts'
import { users } from './schema.ts'

const app = useOwnTestApp()

describe('an error in the log', () => {
  test('contains the query and the database’s reason, but no values', async () => {
    const ana = { uid: newId(), email: 'ana@example.org', displayName: 'Ana', passwordHash: '$argon2id$hash' }
    const insert = () => app.database.insert(users).values({ ...ana, createdAt: app.clock.now() })
    await insert()
    const error = await insert().catch(error => error)
    const logged = JSON.stringify(loggableError(error))
    expect(loggableError(error)).toMatchObject({
      code: '23505',
      message: expect.stringContaining('duplicate key'),
    })
    expect(logged).toContain('insert into')
    for (const value of [ana.email, ana.uid, ana.passwordHash]) {
      expect(String(error)).toContain(value)
      expect(logged).not.toContain(value)
    }
  })

  test('is written once for a request that fails, without the values of the request', async () => {
    await app.database.execute(sql`alter table outbox rename to outbox_away`)
    const body = { displayName: 'Zoe Secret', email: 'zoe@example.org', password: 'hers alone' }
    const answer = await app.guest().call(api.signUp, { body })
    await app.database.execute(sql`alter table outbox_away rename to outbox`)
    expect(answer).toMatchObject({ status: 500 })
    expect(answer.body).toEqual({
      code: 'internal',
      message: 'Something went wrong on the server. Please try again.',
    })
    const logged = app.logged.filter(line => line.includes('a request failed'))
    expect(logged).toHaveLength(1)
    expect(logged[0]).toContain('outbox')
    for (const value of ['Zoe', 'zoe@', 'hers alone', 'oobCode', 'argon2'])
      expect(app.logged.join()).not.toContain(value)
  })

  test('can be any thrown value', () => {
    expect(loggableError('no error')).toEqual({ message: 'no error' })
    expect(loggableError(undefined)).toEqual({ message: 'undefined' })
    expect(loggableError(Object.assign(new TypeError('odd'), { code: 'ODD' }))).toMatchObject({
      name: 'TypeError',
      code: 'ODD',
      message: 'odd',
    })
  })
})
