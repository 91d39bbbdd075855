import type { Notification } from '@grouplight/contract/notification.ts'
import { expect, test } from 'vitest'
import { entryText, foldNotifications } from './fold-notifications.ts'

/** Returns notifications whose numbers are their ids and minutes, the highest first. */
function notifications(...rows: [minute: number, user: string, group?: string, kind?: string][]) {
  return rows
    .map(([minute, user, group = 'Choir', kind = 'membership.joined.member']): Notification => {
      const [type = '', action = '', recipientRole = null] = kind.split('.')
      return {
        ...{ id: minute, userId: 'ana', type, action, recipientRole, message: '', read: false },
        createdAt: new Date(minute * 60_000).toISOString(),
        ...{ relatedGroupId: group, relatedGroupName: group, relatedUserId: user, relatedUserName: user },
      }
    })
    .sort((one, other) => other.id - one.id)
}

const folded = (...rows: Parameters<typeof notifications>) =>
  foldNotifications(notifications(...rows)).map(({ all }) => all.map(({ id }) => id))

test('three or more of one kind and group within an hour share the place of the newest', () => {
  expect(folded([1, 'Ben'], [2, 'Cyd', 'Band'], [3, 'Cyd'], [61, 'Dan'], [62, 'Eve'])).toEqual([
    [62],
    [61, 3, 1],
    [2],
  ])
})

test('two stay as they are, and so do those of another kind, and announcements', () => {
  const status = 'membership.status'
  expect(folded([1, 'Ben'], [2, 'Cyd'], [3, 'Dan', 'Choir', status])).toEqual([[3], [2], [1]])
  const announced = 'admin.announced'
  expect(folded([1, '', '', announced], [2, '', '', announced], [3, '', '', announced])).toHaveLength(3)
})

test.each([
  [['Ben', 'Ben', 'Ben'], 'Ben joined Choir'],
  [['Ben', 'Cyd', 'Ben'], 'Ben and Cyd joined Choir'],
  [['Ben', 'Cyd', 'Dan'], 'Dan, Cyd and 1 other joined Choir'],
  [['Ben', 'Cyd', 'Dan', 'Eve'], 'Eve, Dan and 2 others joined Choir'],
])('the sentence names the newest two and counts everybody once: %s', (users, sentence) => {
  const [entry] = foldNotifications(
    notifications(...users.map((user, at): [number, string] => [at + 1, user])),
  )
  expect(entry && entryText(entry)).toBe(sentence)
})
