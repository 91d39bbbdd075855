import { expect, test } from 'vitest'
import { listNotifications } from './notification.ts'

test('a notification of an unknown type from a newer server does not hide the other notifications', () => {
  const newer = {
    id: 7,
    userId: 'aaaaaaaaaaaa',
    type: 'poll',
    action: 'closed',
    message: 'The poll in Choir is closed',
    read: false,
    createdAt: '2030-01-01T10:00:00.000Z',
    relatedGroupId: null,
    relatedGroupName: null,
    relatedUserId: null,
    relatedUserName: null,
  }
  const older = {
    ...newer,
    id: 6,
    type: 'group',
    action: 'created',
    message: 'You created a new group: Choir',
  }
  const answer = { notifications: [newer, older], nextBefore: null }
  expect(listNotifications.answer?.parse(answer)).toEqual(answer)
})
