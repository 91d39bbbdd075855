import type { Availability } from '@grouplight/contract/availability.ts'
import type { Group, Member } from '@grouplight/contract/group.ts'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { showToast } from '#ui/toast.ts'
import { undoInGroups } from './undo-in-groups.ts'

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
const sent: [string, unknown][] = []
let groups: Group[]

function groupOf(id: string, member: Partial<Member>): Group {
  return {
    id,
    name: id,
    description: '',
    createdBy: 'ana',
    offeredTo: null,
    created: nine,
    version: 6,
    memberCount: 1,
    availableCount: 1,
    members: [{ ...away, status: true, lastUpdated: ten, ...member }],
  }
}

beforeEach(() => {
  sent.length = 0
  vi.mocked(showToast).mockClear()
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body }: RequestInit = {}) => {
    if (method === 'GET') return Response.json({ groups })
    const groupId = path.split('/')[3] ?? ''
    if (groupId === 'gone')
      return Response.json({ code: 'group-not-found', message: 'Group not found' }, { status: 404 })
    sent.push([groupId, JSON.parse(String(body))])
    return Response.json({ ...changed(groupId), ...JSON.parse(String(body)), until: null, version: 7 })
  })
})

afterEach(() => vi.unstubAllGlobals())

test('the undo restores the previous availability by one request for each group', async () => {
  groups = [groupOf('choir', {}), groupOf('band', {})]
  const before = new Map([
    ['choir', away],
    ['band', { ...away, status: true, until: later, note: 'Chess' }],
  ])
  await undoInGroups(new QueryClient(), [changed('choir'), changed('band')], before)
  expect(sent).toEqual([
    ['choir', { status: false }],
    ['band', { status: true, until: later, note: 'Chess' }],
  ])
  expect(showToast).toHaveBeenCalledExactlyOnceWith('success', expect.stringContaining('Undone'))
})

test.each([
  ['the status', { status: false, lastUpdated: later }],
  ['only the last-updated time', { lastUpdated: later }],
  ['the end', { until: later }],
  ['the note', { note: 'Chess' }],
])(
  'if %s has changed in a group since the change to undo, the undo names this group and does not change it',
  async (_, change) => {
    groups = [groupOf('choir', change), groupOf('band', {})]
    const before = new Map([
      ['choir', away],
      ['band', away],
    ])
    await undoInGroups(new QueryClient(), [changed('choir'), changed('band')], before)
    expect(sent).toEqual([['band', { status: false }]])
    expect(showToast).toHaveBeenCalledExactlyOnceWith(
      'info',
      'Undone. Left alone, because your availability there has changed since: choir',
    )
  },
)

test('if the end of the previous availability has passed, the undo makes the user Unavailable', async () => {
  groups = [groupOf('choir', {})]
  const ended = { ...away, status: true, until: '2020-01-01T00:00:00.000Z' }
  await undoInGroups(new QueryClient(), [changed('choir')], new Map([['choir', ended]]))
  expect(sent).toEqual([['choir', { status: false }]])
})

test('the undo names a group whose request is refused, and restores the availability in the other groups', async () => {
  groups = [groupOf('gone', {}), groupOf('band', {})]
  const before = new Map([
    ['gone', away],
    ['band', away],
  ])
  await undoInGroups(new QueryClient(), [changed('gone'), changed('band')], before)
  expect(sent).toEqual([['band', { status: false }]])
  expect(showToast).toHaveBeenCalledExactlyOnceWith('error', expect.stringContaining('gone'))
})
