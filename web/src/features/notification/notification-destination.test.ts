import type { Notification } from '@grouplight/contract/notification.ts'
import { expect, test } from 'vitest'
import { destinationOf } from './notification-destination.ts'

const notification = (kind: string, relatedGroupId: string | null) => {
  const [type = '', action = ''] = kind.split('.')
  return { type, action, relatedGroupId } as Notification
}

test.each([
  ['membership.status', undefined],
  ['invite.asked', { opensInvite: true }],
  ['group.failed', { opensSettings: true }],
  ['group.received', undefined],
])('a notification about a group opens the group and, for some kinds, a dialog: %s', (kind, state) => {
  expect(destinationOf(notification(kind, 'choir'))).toEqual({
    path: '/groups/choir',
    groupId: 'choir',
    state,
  })
})

test('a notification about a call opens the call', () => {
  const { path } = destinationOf({ ...notification('membership.call', 'choir'), callId: 'drill' }) ?? {}
  expect(path).toBe('/groups/choir?call=drill')
})

test.each([
  ['admin.ending', '/profile/connections#keys'],
  ['admin.failed', '/profile/connections#hooks'],
])('a notification about a key or a hook of the user opens its section of the profile: %s', (kind, path) => {
  expect(destinationOf(notification(kind, null))?.path).toBe(path)
})

test('an announcement and a notification about a deleted group open no page', () => {
  expect(destinationOf(notification('group.deleted', null))).toBeNull()
  expect(destinationOf(notification('admin.announced', null))).toBeNull()
})
