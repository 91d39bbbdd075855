import { expect, test } from 'vitest'
import { noticeText } from './notice-text.ts'

const notification = {
  ...{ id: 1, userId: 'ana', message: '', read: false, createdAt: '2026-03-12T14:00:00.000Z' },
  ...{ relatedGroupId: null, relatedGroupName: 'Choir', relatedUserId: null, relatedUserName: 'Ben' },
}

test.each([
  [{ type: 'invite', action: 'sent', count: 3 }, 'You sent 3 invitation(s) to join Choir'],
  [{ type: 'membership', action: 'left', recipientRole: 'creator' }, 'Ben left your group: Choir'],
  [{ type: 'admin', action: 'short', count: 3, needed: 4 }, 'Choir: 1 more is needed (3 of 4)'],
  [{ type: 'admin', action: 'short', count: 1, needed: 4 }, 'Choir: 3 more are needed (1 of 4)'],
])('a notification has the sentence of its kind (%#)', (more, sentence) => {
  expect(noticeText({ ...notification, ...more })).toBe(sentence)
})

test.each([
  ['an announcement', { type: 'admin', action: 'announced' }],
  ['an unknown notification', { type: 'poll', action: 'closed' }],
  ['a notification without its recipient’s role', { type: 'membership', action: 'left' }],
  ['a notification without its number', { type: 'invite', action: 'sent', count: null }],
])('%s has no sentence', (_, more) => {
  expect(noticeText({ ...notification, ...more })).toBeNull()
})
