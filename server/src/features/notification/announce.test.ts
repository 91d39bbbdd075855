import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { disableAccount } from '#features/account/disable-account.ts'
import { notices } from '#platform/database/schema.ts'
import { api } from '#testing/api.ts'
import { useOwnTestApp } from '#testing/test-app.ts'
import { TestUser } from '#testing/test-user.ts'
import { announce } from './announce.ts'

const app = useOwnTestApp()

test('each user who is verified and not disabled gets one notification, and other users get none', async () => {
  const [ana, ben, cyd] = [await app.signUp('Ana'), await app.signUp('Ben'), await app.signUp('Cyd')]
  await new TestUser(app.url, { name: 'Dan', email: 'dan@example.org' }).register()
  await disableAccount(app.services, cyd)
  const screen = await ana.open()

  expect(await announce(app.services, { message: '  We are back\nat noon. ' })).toBe(2)

  await screen.next(([name]) => name === 'notifications.changed')
  for (const user of [ana, ben]) {
    const notifications = await user.notices()
    expect(notifications).toMatchObject([
      {
        type: 'admin',
        action: 'announced',
        message: 'We are back at noon.',
        read: false,
        relatedGroupId: null,
      },
    ])
    expect(await user.ok(api.countUnread)).toMatchObject({ unread: 1 })
  }
  expect(await app.database.$count(notices)).toBe(1)
})

test('each user gets one notification, even if there are more users than one transaction notifies', async () => {
  await app.database.execute(sql`
    insert into users (uid, email, display_name, password_hash, created_at, email_verified_at)
    select 'crowd' || n, 'crowd' || n || '@example.org', 'One', '', now(), now() from generate_series(1, 1200) n`)
  const count = await announce(app.services, { message: 'Hello' })
  const perUser = sql<number>`count(*)::int`
  expect(count).toBeGreaterThanOrEqual(1200)
  const rows = await app.database
    .select({ each: perUser })
    .from(sql`notifications where user_id like 'crowd%' group by user_id`)
  expect(rows).toHaveLength(1200)
  expect(new Set(rows.map(({ each }) => each))).toEqual(new Set([1]))
})

test.each([
  ['', 'The message is required.'],
  ['x'.repeat(501), 'The message must be at most 500 characters long.'],
  ['a \u202etrick', 'The message contains characters that cannot be shown.'],
])('the announcement %j is refused, and no notice is stored', async (message, sentence) => {
  const before = await app.database.$count(notices)
  await expect(announce(app.services, { message })).rejects.toMatchObject({ message: sentence })
  expect(await app.database.$count(notices)).toBe(before)
})
