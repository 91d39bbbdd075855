import { maxNoteLength } from '@grouplight/contract/availability.ts'
import type { LiveMessage } from '@grouplight/contract/live.ts'
import { expect, test } from 'vitest'
import { newId } from '#new-id.ts'
import type { Effects, Services } from '#services.ts'
import { publishDetails } from './publish-details.ts'

const now = new Date()
const longestNote = '𝔸'.repeat(maxNoteLength)

test('the details of 15 members are sent in one message, which is short enough for the bus on PostgreSQL', () => {
  const [message] = published(15)
  expect(message?.[0]).toBe('d')
  const command = ['publish', `group:${newId()}`, message]
  expect(Buffer.byteLength(JSON.stringify([command]))).toBeLessThan(7_000)
})

test('if the details of more than 15 members change, the message makes screens fetch the group', () => {
  expect(published(16)).toEqual([['group.changed', 'AbCdEfGh1234', 7]])
})

function published(count: number): LiveMessage[] {
  const messages: LiveMessage[] = []
  const hub = { publish: (_: string, message: LiveMessage) => messages.push(message) }
  const services = { hub, changeDetector: { wake() {} } } as unknown as Services
  const effects: Effects = { afterCommit: effect => effect(services) }
  const changes = Array.from({ length: count }, () => ({
    groupId: 'AbCdEfGh1234',
    userId: newId(),
    version: 7,
    untilMs: now.getTime(),
    note: longestNote,
    unconfirmedSinceMs: now.getTime(),
  }))
  publishDetails(effects, changes, now)
  return messages
}
