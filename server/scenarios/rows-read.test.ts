import type { RingingRule } from '@grouplight/contract/ringing.ts'
import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { unreadQuery } from '#features/notification/notifications.ts'
import { ringUndecided } from '#features/ringing/ringer.ts'
import { addMs, minuteMs } from '#platform/clock.ts'
import { memberships } from '#platform/database/schema.ts'
import { claimPushes } from '#platform/push/push-channel.ts'
import { api } from '#testing/api.ts'
import { fillWithHistory, history } from '#testing/fill-with-history.ts'
import { type RowsRead, rowsReadBy } from '#testing/rows-read.ts'
import { useOwnTestApp } from '#testing/test-app.ts'
import type { TestUser } from '#testing/test-user.ts'

const app = useOwnTestApp()
const tables = ['status_notices', 'status_readings', 'notices', 'notifications']
// 100 groups and 1,000 followed members with a few rows for each.
const mostRows = 6_000
// A file with the data of a user contains up to 10,000 notifications.
const mostExported = 40_000

let ana: TestUser
let noticeId: number
let middleId: number

// The embedded database is left out, because it inserts a million rows too slowly.
describe.skipIf(inject('postgresUrl') === null)(
  'with a million status notices in 100 groups of 500 members, a limited number of rows is read by',
  { timeout: 180_000 },
  () => {
    beforeAll(async () => {
      ana = await app.signUp('Ana')
      ;({ noticeId, middleId } = await fillWithHistory(app.database, app.clock.now(), ana))
    }, 300_000)

    describe.each<[RingingRule, readUpTo: number]>([
      ['all', 0],
      ['all', history.heardPerGroup],
      ['followed', 0],
      // Since the last reading, only members who are not followed have become Available.
      ['followed', history.heardPerGroup],
      ['none', 0],
    ])('with the rule %s, having read %i notices of each group:', (rings, readNumber) => {
      beforeAll(async () => {
        const own = sql`(
          select count(*) from status_notices s
          where s.group_id = memberships.group_id and s.user_id = memberships.user_id and s.number > ${readNumber}
        )`
        await app.database
          .update(memberships)
          .set({ rings, readNumber, ownSinceRead: own })
          .where(eq(memberships.userId, ana.userId))
        await app.database.execute(sql`analyze memberships`)
      })

      test.each<[string, () => Promise<unknown>]>([
        ['the unread count', () => ana.ok(api.countUnread)],
        ['the first screen', () => ana.ok(api.readDashboard)],
        ['the notifications', () => ana.ok(api.listNotifications)],
        ['older notifications', () => ana.ok(api.listNotifications, { query: { before: middleId } })],
        [
          'a push',
          () =>
            claimPushes(
              { database: app.database, unreadQuery },
              { room: 10, full: [] },
              leaseAt(app.clock.now()),
            ),
        ],
        ['reading one', () => ana.call(api.readNotification, { params: { notificationId: noticeId } })],
        ['reading those up to the middle', () => ana.ok(api.readNotifications, { body: { upTo: middleId } })],
        [
          'following a member',
          () =>
            ana.call(api.followMember, { params: { groupId: history.groupId, memberId: history.loudId } }),
        ],
        [
          'unfollowing a member',
          () =>
            ana.call(api.unfollowMember, { params: { groupId: history.groupId, memberId: history.loudId } }),
        ],
      ])('%s', async (_, work) => {
        const read = await rowsReadBy(tables, work)
        expect(read).not.toEqual([])
        expect(tooLong(read)).toEqual([])
      })
    })

    test.each<[string, () => Promise<unknown>]>([
      ['deciding who rings', () => ringUndecided(app.services)],
      ['the metrics', () => app.guest().request('GET', '/metrics')],
    ])('%s', async (_, work) => {
      expect(tooLong(await rowsReadBy(tables, work))).toEqual([])
    })

    test('a download of one’s data', async () => {
      const read = await rowsReadBy(tables, () => ana.ok(api.exportAccount))
      expect(tooLong(read, mostExported)).toEqual([])
    })

    test('a statement that reads all notices of a group would be detected', async () => {
      const text = sql`select count(*) from status_notices where group_id = ${history.groupId} and user_name = 'x'`
      const read = await rowsReadBy(tables, () => app.database.execute(text))
      expect(read.find(({ text }) => text.includes('user_name ='))?.rows).toBe(history.perGroup)
    })
  },
)

const leaseAt = (now: Date) => ({ now, until: addMs(now, minuteMs) })

const tooLong = (read: RowsRead[], most = mostRows) =>
  read.filter(({ rows }) => rows > most).map(({ rows, text }) => [rows, text])
