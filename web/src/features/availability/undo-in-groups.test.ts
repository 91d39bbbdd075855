import type { Availability } from '@grouplight/contract/availability.ts'
import type { Member } from '@grouplight/contract/group.ts'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { showToast } from '#ui/toast.ts'
import { type OwnState, undoInGroups } from './undo-in-groups.ts'

vi.mock('#ui/toast.ts', () => ({ showToast: vi.fn() }))

const nine = '2030-06-01T09:00:00.000Z'
const ten = '2030-06-01T10:00:00.000Z'
const later = '2030-06-01T18:00:00.000Z'
const away: Member = { userId: 'ana', displayName: 'Ana', status: false, lastUpdated: nine }
const none = { until: null, note: null, unconfirmedSince: null }
const changed = (groupId: string): Availability => ({
  ...none,
  groupId,
  userId: 'ana',
  status: true,
  lastUpdated: ten,
  version: 6,
})
const choir = { name: 'Choir', own: away }
const band = { name: 'Band', own: { ...away, status: true, until: later, note: 'Chess' } }
const sent: unknown[] = []
let restored: string[]

beforeEach(() => {
  sent.length = 0
  vi.mocked(showToast).mockClear()
  vi.stubGlobal('fetch', async (path: string, { method, body }: RequestInit = {}) => {
    sent.push([method, path, JSON.parse(String(body))])
    return Response.json({ restored: restored.map(changed) })
  })
})

afterEach(() => vi.unstubAllGlobals())

const undo = (before: [string, OwnState][]) =>
  undoInGroups(new QueryClient(), [changed('choir'), changed('band')], new Map(before))

test('the undo restores the previous availabilities of all groups by one request', async () => {
  restored = ['choir', 'band']
  await undo([
    ['choir', choir],
    ['band', band],
  ])
  const after = { status: true, until: null, note: null, lastUpdated: ten }
  const groups = [
    { groupId: 'choir', changed: after, before: { status: false, until: null, note: null } },
    { groupId: 'band', changed: after, before: { status: true, until: later, note: 'Chess' } },
  ]
  expect(sent).toEqual([['PUT', '/api/availability/undo', { groups }]])
  expect(showToast).toHaveBeenCalledExactlyOnceWith('success', expect.stringContaining('Undone'))
})

test.each([
  [['band'], 'Undone, except in Choir'],
  [[], "Unchanged (you've switched since): Choir and Band"],
])('if the server restores only %j, the undo names the other groups', async (some, sentence) => {
  restored = some
  await undo([
    ['choir', choir],
    ['band', band],
  ])
  expect(showToast).toHaveBeenCalledExactlyOnceWith('info', sentence)
})

test('without a group whose previous availability is known, nothing is sent', async () => {
  restored = []
  await undo([])
  expect(sent).toEqual([])
  expect(showToast).toHaveBeenCalledExactlyOnceWith('info', expect.stringContaining('Unchanged'))
})
