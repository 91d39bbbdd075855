import { readFileSync } from 'node:fs'
import { keptData } from '@grouplight/contract/kept-data.ts'
import { getTableColumns, getTableName, is } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { describe, expect, test } from 'vitest'
import * as schema from './schema.ts'

const columns = Object.values(schema)
  .filter(table => is(table, PgTable))
  .flatMap(table => Object.values(getTableColumns(table)).map(({ name }) => `${getTableName(table)}.${name}`))

const listed = Object.values(keptData).flatMap(({ columns }) =>
  Object.entries<readonly string[]>(columns).flatMap(([table, names]) =>
    names.map(name => `${table}.${name}`),
  ),
)

describe('the list of kept data on the page /privacy', () => {
  test('contains every column of the schema', () => {
    expect(
      columns.filter(column => !listed.includes(column)),
      'These columns have no entry in contract/src/kept-data.ts. Add them, and say in web/src/texts/privacy/ who sees them and how long.',
    ).toEqual([])
  })

  test('contains only columns of the schema, and each column once', () => {
    expect(listed.filter((column, at) => !columns.includes(column) || listed.indexOf(column) !== at)).toEqual(
      [],
    )
  })

  test.each([
    ['statusNotices', 'notification/retention.ts', 'statusNoticeKeptMs'],
    ['coverage', 'notification/retention.ts', 'statusNoticeKeptMs'],
    ['notifications', 'notification/retention.ts', 'readKeptMs'],
    ['signUps', 'account/sign-ups.ts', 'signUpLifeMs'],
    ['sessions', 'account/sessions.ts', 'sessionLifeMs'],
    ['links', 'account/action-codes.ts', 'expiredCodeKeptMs'],
    ['devices', 'ringing/retention.ts', 'unseenKeptMs'],
    ['ringingSettings', 'ringing/retention.ts', 'mutedKeptMs'],
    ['emails', 'mail/retention.ts', 'endedEmailKeptMs'],
    ['inviteLinks', 'invite-link/retention.ts', 'endedLinkKeptMs'],
    ['removedMembers', 'group/retention.ts', 'removalKeptMs'],
  ] as const)('has for %s the number of days that %s sets', (name, file, constant) => {
    const source = readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')
    expect(source).toContain(`const ${constant} = ${keptData[name].days} * dayMs`)
  })
})
