import { maxNoteLength } from '@grouplight/contract/availability.ts'
import { expect, test } from 'vitest'
import { newId } from '#platform/tokens.ts'
import { statusMessage } from './status-message.ts'
import type { ChangedRow } from './status-statement.ts'

const now = new Date()

test('the message about many members is short enough for the bus on PostgreSQL, or makes screens fetch the group', () => {
  const kinds = [1, 15, 20, 60, 128].map(count => {
    const message = statusMessage('AbCdEfGh1234', rowsOf(count, '𝔸'.repeat(maxNoteLength)), now)
    const command = ['publish', `group:${newId()}`, message]
    expect(Buffer.byteLength(JSON.stringify([command]))).toBeLessThan(8_000)
    return message[0]
  })
  expect(kinds).toEqual(['t', 't', 't', 'group.changed', 'group.changed'])
})

test('a message about 128 members without details contains their states', () => {
  const message = statusMessage('AbCdEfGh1234', rowsOf(128, null), now)
  expect(message[0]).toBe('t')
  expect(Buffer.byteLength(JSON.stringify(message))).toBeLessThan(7_000)
})

function rowsOf(count: number, note: string | null) {
  return Array.from({ length: count }, (_, at): ChangedRow & { at: Date } => ({
    ...{
      at: now,
      position: at + 1,
      userId: newId(),
      emailVerified: true,
      needsRenewal: false,
      changed: true,
    },
    ...{ isRefused: false, isWatched: false, needsTransaction: false, isTold: true, oldNoticeId: null },
    ...{ noticeId: 2 ** 53 - 1, status: true, sinceMs: null, changesSinceMs: null, version: 7, note },
    ...{ untilMs: note === null ? null : now.getTime(), unconfirmedSinceMs: null },
  }))
}
