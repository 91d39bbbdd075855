import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { countUnread, newestNotifications } from '#notification/notifications.ts'
import { emptyDatabaseConfig } from '#testing/empty-database.ts'
import { checkInvariants } from '#testing/model/invariants.ts'
import { type OldRows, playOldNotifications } from '#testing/old-notifications.ts'
import { connectDatabase } from './connect-database.ts'
import type { OpenDatabase } from './database.ts'
import { migrationsFolder, withMigrationsUpTo } from './migration-files.ts'

// The environment variable NOTIFICATIONS sets another number of notifications, for example 1,000,000 for a long run.
const most = Number(process.env.NOTIFICATIONS ?? 4_000)
const versionBefore = '0011_notification-params'
const dayMs = 86_400_000

test('the migration to status notices keeps the members’ unread notifications, and their read ones of the last 90 days', {
  timeout: 60_000 + most,
}, async () => {
  const now = new Date()
  const old = playOldNotifications({ seed: 20_261_122, atLeast: most, now })
  const opened = await connectDatabase(await emptyDatabaseConfig(), () => {})
  try {
    await withMigrationsUpTo(versionBefore, opened.migrate)
    await fill(opened, old, now)
    const started = performance.now()
    await opened.migrate(migrationsFolder)
    const seconds = (performance.now() - started) / 1_000
    process.stdout.write(`${old.notifications.length} notifications in ${seconds.toFixed(1)} s\n`)

    await checkInvariants(opened.database)
    const expected = expectedLists(old)
    let unreadOfAll = 0
    for (const userId of old.users) {
      const list = await newestNotifications(opened.database, { userId, most: 1_000_000 })
      const isRemembered = ({ read, createdAt }: { read: boolean; createdAt: string }) =>
        !read || createdAt >= new Date(now.getTime() - 90 * dayMs).toISOString()
      const found = list
        .filter(isRemembered)
        .map(({ id, read, message, createdAt }) => [id, read, message, createdAt])
      const before = expected.get(userId) ?? []
      expect(found, userId).toEqual(before)
      const unread = before.filter(([, read]) => !read).length
      expect((await countUnread(opened, { userId })).unread, userId).toBe(unread)
      unreadOfAll += unread
    }
    expect(unreadOfAll).toBeGreaterThan(most / 10)
  } finally {
    await opened.close()
  }
})

async function fill({ database }: OpenDatabase, old: OldRows, now: Date): Promise<void> {
  const at = now.toISOString()
  const users = old.users.map(uid => ({
    uid,
    email: `${uid}@example.org`,
    display_name: `Name ${uid}`,
    password_hash: '-',
    created_at: at,
    email_verified_at: at,
  }))
  const groups = old.groups.map(group => ({
    ...group,
    name: `Group ${group.id}`,
    description: '',
    created: at,
    version: 1,
  }))
  const memberships = old.memberships.map(one => ({ ...one, status: true, last_updated: at, changes: 0 }))
  await database.transaction(async transaction => {
    await transaction.execute(sql`set local statement_timeout = 0`)
    for (const [table, rows] of Object.entries({ ...old, users, groups, memberships })) {
      for (let from = 0; from < rows.length; from += 20_000) {
        const chunk = JSON.stringify(rows.slice(from, from + 20_000))
        await transaction.execute(sql`
          insert into ${sql.identifier(table)} overriding system value
          select * from json_populate_recordset(null::${sql.identifier(table)}, ${chunk}::json)`)
      }
    }
    await transaction.execute(sql`select setval('notices_id_seq', (select max(id) from notices))`)
  })
  await database.execute(sql`analyze`)
}

type Row = [id: number, read: boolean, message: string, createdAt: string]

/** Maps the id of each user to the notifications that the user must see, newest first. */
function expectedLists(old: OldRows): Map<string, Row[]> {
  const keyOf = (userId: string, groupId: string | null) => `${userId} ${groupId}`
  const joinedAt = new Map(old.memberships.map(one => [keyOf(one.user_id, one.group_id), one.joined_at]))
  const noticeOf = new Map(old.notices.map(notice => [notice.id, notice]))
  const recipients = new Set(old.notifications.map(one => keyOf(one.user_id, String(one.notice_id))))
  const begin = new Map<string, number>()
  for (const notice of old.notices) {
    if (notice.action !== 'status') continue
    for (const userId of old.users) {
      const key = keyOf(userId, notice.related_group_id)
      const isMissed = userId !== notice.related_user_id && !recipients.has(keyOf(userId, String(notice.id)))
      if (isMissed && notice.created_at <= (joinedAt.get(key) ?? '')) begin.set(key, notice.id)
    }
  }
  const lists = new Map<string, Row[]>()
  for (const { user_id, notice_id, read } of old.notifications.toSorted(
    (a, b) => b.notice_id - a.notice_id,
  )) {
    const notice = noticeOf.get(notice_id)
    if (!notice) throw new Error('a notification without a notice')
    const key = keyOf(user_id, notice.related_group_id)
    const isOfGroup = notice.action === 'status' && notice.related_group_id !== null
    if (isOfGroup && (!joinedAt.has(key) || notice_id <= (begin.get(key) ?? 0))) continue
    const sentence =
      notice.action === 'status'
        ? `${notice.related_user_name} is now available in ${notice.related_group_name}`
        : `${notice.related_user_name} left your group: ${notice.related_group_name}`
    const list = lists.get(user_id) ?? []
    lists.set(user_id, list)
    list.push([notice_id, read, notice.message ?? sentence, notice.created_at])
  }
  return lists
}
