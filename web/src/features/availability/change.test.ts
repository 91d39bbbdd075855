import type { Member } from '@grouplight/contract/group.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { requestBody, withChange } from './change.ts'

const now = Date.parse('2026-06-01T10:00:00.000Z')
const minuteMs = 60_000
const away: Member = {
  userId: 'ana',
  displayName: 'Ana',
  status: false,
  lastUpdated: '2026-06-01T09:00:00.000Z',
}
const here: Member = { ...away, status: true, until: '2026-06-01T11:00:00.000Z', note: 'Chess' }
const tappedAt = now

beforeEach(() => void vi.useFakeTimers({ now }))
afterEach(() => void vi.useRealTimers())

test('a change without an end and without a note sends only the status', () => {
  expect(JSON.stringify(requestBody({ status: true, tappedAt, note: undefined }))).toBe('{"status":true}')
})

test('a duration counts from the tap, even if the request is sent later', () => {
  const change = { status: true, forMinutes: 30, tappedAt }
  expect(requestBody(change).forMinutes).toBe(30)
  vi.setSystemTime(now + 59_000)
  expect(requestBody(change).forMinutes).toBe(30)
  vi.setSystemTime(now + 8 * minuteMs)
  expect(requestBody(change).forMinutes).toBe(22)
  vi.setSystemTime(now + 40 * minuteMs)
  expect(requestBody(change).forMinutes).toBe(1)
})

test('a clock that is set back after the tap does not make a duration longer', () => {
  vi.setSystemTime(now - 120 * minuteMs)
  expect(requestBody({ status: true, forMinutes: 30, tappedAt }).forMinutes).toBe(30)
})

test('a toggle is shown with its end and its note before the server has answered', () => {
  const lastUpdated = new Date(now).toISOString()
  expect(withChange(away, { status: true, forMinutes: 60, note: 'Go', tappedAt })).toEqual({
    ...away,
    status: true,
    lastUpdated,
    until: here.until,
    note: 'Go',
  })
  expect(withChange(here, { status: false, tappedAt })).toEqual({ ...away, lastUpdated })
})

test('a change of the end or the note keeps the time of the last toggle', () => {
  const changed = withChange(here, { status: true, until: null, note: 'Go', tappedAt })
  expect(changed).toEqual({ ...here, until: undefined, note: 'Go' })
})

test('the usual end counts only for a toggle to Available that leaves out the end', () => {
  const withUsualEnd = { ...away, usualEnd: 60 }
  expect(withChange(withUsualEnd, { status: true, tappedAt }).until).toBe(here.until)
  expect(withChange(withUsualEnd, { status: true, until: null, tappedAt }).until).toBeUndefined()
  const later = '2026-06-01T15:00:00.000Z'
  expect(withChange({ ...here, until: later, usualEnd: 60 }, { status: true, tappedAt }).until).toBe(later)
  expect(withChange({ ...here, usualEnd: 60 }, { status: false, tappedAt }).until).toBeUndefined()
})

test('for a change from Unavailable to Unavailable, the same member object is returned', () => {
  expect(withChange(away, { status: false, tappedAt })).toBe(away)
})
