import type { Group } from '@grouplight/contract/group.ts'
import { liveProtocol } from '@grouplight/contract/live.ts'
import type { RingingRule } from '@grouplight/contract/ringing.ts'
import { QueryClient, type QueryKey, QueryObserver } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import { groupQuery, groupsQuery } from '#features/group/group-queries.ts'
import { learnGroup } from '#features/group/group-store.ts'
import { notificationsQuery, unreadQuery } from '#features/notification/notification-queries.ts'
import { ringingQuery } from '#features/ringing/ringing-queries.ts'
import { isWaiting, replaceToast, showToast } from '#ui/toast.ts'
import { applyLiveMessage } from './live-updates.ts'
import { reloadOnce } from './reload-once.ts'

vi.mock('#ui/light-up.ts', () => ({ lightUp: vi.fn() }))
vi.mock('#ui/toast.ts', () => ({
  showToast: vi.fn(() => 1),
  replaceToast: vi.fn(() => 2),
  isWaiting: vi.fn(),
}))
vi.mock('./reload-once.ts', () => ({ reloadOnce: vi.fn() }))

const instant = '2030-01-01T10:00:00.000Z'
const at = Date.parse('2030-01-01T11:00:00.000Z')
const [ana, ben, cyd] = ['ana', 'ben', 'cyd']

let queryClient: QueryClient
let rescue: Group

function member(userId: string, status: boolean) {
  return {
    userId,
    displayName: userId.replace(/^./, first => first.toUpperCase()),
    status,
    lastUpdated: instant,
  }
}

beforeEach(() => {
  vi.clearAllMocks()
  rescue = {
    id: 'rescue',
    name: 'Mountain Rescue',
    description: '',
    createdBy: ana,
    offeredTo: null,
    created: instant,
    version: 5,
    memberCount: 2,
    availableCount: 1,
    members: [member(ana, true), member(ben, false)],
  }
  queryClient = new QueryClient({
    defaultOptions: { queries: { retry: false, staleTime: Number.POSITIVE_INFINITY } },
  })
  queryClient.setQueryData(groupsQuery.queryKey, [learnGroup(queryClient, rescue)])
  queryClient.setQueryData(unreadQuery.queryKey, { unread: 2, latestId: 40 })
  queryClient.setQueryData(notificationsQuery.queryKey, { pages: [], pageParams: [] })
})

const receive = (message: Parameters<typeof applyLiveMessage>[2]) =>
  applyLiveMessage(queryClient, ana, message)
const card = () => queryClient.getQueryData(groupsQuery.queryKey)?.[0]
const isStale = (queryKey: QueryKey) => queryClient.getQueryState(queryKey)?.isInvalidated

test('a toggle with the next version is applied, announced and counted', () => {
  receive(['t', rescue.id, 6, at, { [ben]: 41 }])
  expect(card()).toMatchObject({ version: 6, availableCount: 2 })
  expect(showToast).toHaveBeenCalledExactlyOnceWith('success', 'Ben is now available in Mountain Rescue')
  expect(queryClient.getQueryData(unreadQuery.queryKey)).toEqual({ unread: 3, latestId: 41 })
  expect(isStale(notificationsQuery.queryKey)).toBe(true)
})

test('a change of a call makes the group stale only for the asker and for those who can', () => {
  const call = {
    id: 'drill',
    asker: { userId: ben, name: 'Ben' },
    text: 'Drill',
    needed: 1,
    count: 0,
    endsAt: instant,
  }
  receive(['c', rescue.id, 6, call])
  expect(card()).toMatchObject({ version: 6, calls: [call] })
  expect(isStale(groupsQuery.queryKey)).toBe(false)

  receive(['c', rescue.id, 7, { ...call, id: 'own', asker: { userId: ana, name: 'Ana' } }])
  expect(isStale(groupsQuery.queryKey)).toBe(true)

  const own = { ...rescue, version: 8, calls: [{ ...call, answer: { can: true }, who: [] }] }
  queryClient.setQueryData(groupsQuery.queryKey, [learnGroup(queryClient, own)])
  receive(['c', rescue.id, 9, { ...call, count: 1 }])
  expect(isStale(groupsQuery.queryKey)).toBe(true)
})

test('an end and a note are applied without a toast, and the toggle after them causes no refetch', () => {
  const until = '2030-01-01T12:00:00.000Z'
  receive(['t', rescue.id, 6, at, { [ben]: 41 }])
  receive(['t', rescue.id, 7, at, {}, { [ben]: [Date.parse(until), 'Chess', 0] }])
  expect(card()?.members[1]).toMatchObject({
    status: true,
    until,
    note: 'Chess',
    unconfirmedSince: undefined,
  })
  expect(showToast).toHaveBeenCalledOnce()
  expect(isStale(groupsQuery.queryKey)).toBe(false)
  vi.mocked(showToast).mockClear()
  receive(['t', rescue.id, 8, at, { [ben]: 0 }])
  expect(card()?.members[1]).toMatchObject({ status: false, until: undefined, note: undefined })
  expect(showToast).not.toHaveBeenCalled()
  expect(isStale(groupsQuery.queryKey)).toBe(false)
})

test('a toggle that arrives twice is applied, announced and counted once', () => {
  receive(['t', rescue.id, 6, at, { [ben]: 41 }])
  receive(['t', rescue.id, 6, at, { [ben]: 41 }])
  expect(card()).toMatchObject({ version: 6, availableCount: 2 })
  expect(showToast).toHaveBeenCalledOnce()
  expect(queryClient.getQueryData(unreadQuery.queryKey)).toEqual({ unread: 3, latestId: 41 })
})

test('after a gap in the versions, a toggle is announced and makes the groups and the unread number stale', () => {
  receive(['t', rescue.id, 8, at, { [ben]: 42 }])
  expect(showToast).toHaveBeenCalledExactlyOnceWith('success', 'Ben is now available in Mountain Rescue')
  expect(isStale(groupsQuery.queryKey)).toBe(true)
  // The missed toggle may have caused a notification that the unread number does not include.
  expect(isStale(unreadQuery.queryKey)).toBe(true)
})

test('a toggle is announced while another change is still being fetched', () => {
  receive(['group.changed', rescue.id, 6])
  receive(['t', rescue.id, 7, at, { [ben]: 41 }])
  expect(showToast).toHaveBeenCalledExactlyOnceWith('success', 'Ben is now available in Mountain Rescue')
  receive(['t', rescue.id, 7, at, { [ben]: 41 }])
  expect(showToast).toHaveBeenCalledOnce()
})

test('a toggle is announced even if a response with its version arrived first', () => {
  learnGroup(queryClient, { ...rescue, version: 6 })
  receive(['t', rescue.id, 6, at, { [ben]: 41 }])
  expect(showToast).toHaveBeenCalledExactlyOnceWith('success', 'Ben is now available in Mountain Rescue')
})

test('members who become available within a second of a toast, or while it waits, are added to its sentence', async () => {
  vi.useFakeTimers()
  learnGroup(queryClient, { ...rescue, version: 6, members: [...rescue.members, member(cyd, false)] })
  receive(['t', rescue.id, 7, at, { [ben]: 41 }])
  vi.mocked(isWaiting).mockReturnValue(true)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(replaceToast).not.toHaveBeenCalled()
  vi.mocked(isWaiting).mockReturnValue(false)
  receive(['t', rescue.id, 8, at, { [cyd]: 42 }])
  await vi.advanceTimersByTimeAsync(1_000)
  expect(showToast).toHaveBeenCalledExactlyOnceWith('success', 'Ben is now available in Mountain Rescue')
  expect(replaceToast).toHaveBeenCalledExactlyOnceWith(
    1,
    'Ben and 1 more are now available in Mountain Rescue',
  )
  receive(['t', rescue.id, 9, at, { [cyd]: 43 }])
  expect(showToast).toHaveBeenLastCalledWith('success', 'Cyd is now available in Mountain Rescue')
  vi.useRealTimers()
})

test('changes that were fetched after a lost connection are not announced', () => {
  receive(['hello', { protocol: liveProtocol }])
  const members = rescue.members.map(one => ({ ...one, status: true }))
  learnGroup(queryClient, { ...rescue, version: 9, members })
  receive(['group.changed', rescue.id, 9])
  expect(showToast).not.toHaveBeenCalled()
})

test.each([
  [6, false],
  [7, true],
])(
  'whether a change of the group from version 5 to %i makes the unread number stale: %s',
  (version, isMissed) => {
    receive(['group.changed', rescue.id, version])
    expect(isStale(groupsQuery.queryKey)).toBe(true)
    expect(isStale(unreadQuery.queryKey)).toBe(isMissed)
  },
)

test('if a message is missed while the unread number is being fetched, the number is fetched again', async () => {
  const answers: ((response: Response) => void)[] = []
  vi.stubGlobal('fetch', () => new Promise<Response>(resolve => answers.push(resolve)))
  const unsubscribe = new QueryObserver(queryClient, unreadQuery).subscribe(() => {})
  void queryClient.invalidateQueries({ queryKey: unreadQuery.queryKey })
  await vi.waitFor(() => expect(answers).toHaveLength(1))
  receive(['group.changed', rescue.id, 7])
  receive(['group.changed', rescue.id, 8])
  answers[0]?.(Response.json({ unread: 2, latestId: 40 }))
  await vi.waitFor(() => expect(answers).toHaveLength(2))
  answers[1]?.(Response.json({ unread: 4, latestId: 42 }))
  await vi.waitFor(() => expect(queryClient.getQueryData(unreadQuery.queryKey)?.unread).toBe(4))
  unsubscribe()
  vi.unstubAllGlobals()
})

test("the user's own toggles are neither announced nor counted", () => {
  receive(['t', rescue.id, 6, at, { [ana]: 0 }])
  receive(['t', rescue.id, 7, at, { [ana]: 41 }])
  expect(card()).toMatchObject({ version: 7, availableCount: 1 })
  expect(showToast).not.toHaveBeenCalled()
  expect(queryClient.getQueryData(unreadQuery.queryKey)).toEqual({ unread: 2, latestId: 40 })
})

test('an unread number that already includes the notification stays the same', () => {
  queryClient.setQueryData(unreadQuery.queryKey, { unread: 3, latestId: 41 })
  receive(['t', rescue.id, 6, at, { [ben]: 41 }])
  expect(queryClient.getQueryData(unreadQuery.queryKey)).toEqual({ unread: 3, latestId: 41 })
})

test.each<[RingingRule, follows: string[], isHeard: boolean]>([
  ['all', [], true],
  ['followed', [], false],
  ['followed', [ben], true],
  ['followed', [cyd], false],
  ['none', [ben], false],
])(
  'whether a toggle of Ben is announced and counted with the rule %s and the followed members %j: %s',
  (rule, follows, isHeard) => {
    queryClient.setQueryData(ringingQuery.queryKey, [{ groupId: rescue.id, rule, follows }])
    receive(['t', rescue.id, 6, at, { [ben]: 41 }])
    expect(card()).toMatchObject({ version: 6, availableCount: 2 })
    expect(showToast).toHaveBeenCalledTimes(isHeard ? 1 : 0)
    expect(queryClient.getQueryData(unreadQuery.queryKey)?.unread).toBe(isHeard ? 3 : 2)
    expect(isStale(unreadQuery.queryKey)).toBe(false)
  },
)

test('the message ringing.changed makes the ringing rules stale, and then an unheard toggle makes the unread number stale', () => {
  queryClient.setQueryData(ringingQuery.queryKey, [{ groupId: rescue.id, rule: 'none', follows: [] }])
  receive(['ringing.changed'])
  expect(isStale(ringingQuery.queryKey)).toBe(true)
  expect(isStale(unreadQuery.queryKey)).toBe(false)
  receive(['t', rescue.id, 6, at, { [ben]: 41 }])
  expect(showToast).not.toHaveBeenCalled()
  expect(isStale(unreadQuery.queryKey)).toBe(true)
})

test.each<[RingingRule, isStale: boolean]>([
  ['followed', true],
  ['none', false],
])(
  'whether a change of a group with the rule %s makes the ringing rules and the unread number stale: %s',
  (rule, stale) => {
    queryClient.setQueryData(ringingQuery.queryKey, [{ groupId: rescue.id, rule, follows: [ben] }])
    receive(['group.changed', rescue.id, 6])
    expect(isStale(ringingQuery.queryKey)).toBe(stale)
    expect(isStale(unreadQuery.queryKey)).toBe(stale)
  },
)

test('joining a group makes the ringing rules stale, because a rule of an earlier membership no longer applies', () => {
  queryClient.setQueryData(ringingQuery.queryKey, [{ groupId: rescue.id, rule: 'none', follows: [] }])
  receive(['group.joined', rescue.id])
  expect(isStale(ringingQuery.queryKey)).toBe(true)
})

test('the name of a member who is not on the card is fetched before the announcement', async () => {
  const whole = { ...rescue, version: 6, memberCount: 3, members: [...rescue.members, member(cyd, true)] }
  const fetched = vi.spyOn(queryClient, 'ensureQueryData').mockResolvedValue(whole)
  receive(['t', rescue.id, 6, at, { [cyd]: 41 }])
  await vi.waitFor(() =>
    expect(showToast).toHaveBeenCalledWith('success', 'Cyd is now available in Mountain Rescue'),
  )
  expect(fetched).toHaveBeenCalledOnce()
})

test('the announcement uses the newest names, even if the response with them was for the page', () => {
  const renamed = { ...member(ben, false), displayName: 'Benjamin' }
  learnGroup(queryClient, {
    ...rescue,
    name: 'Night Watch',
    version: 7,
    members: [member(ana, true), renamed],
  })
  receive(['t', rescue.id, 8, at, { [ben]: 41 }])
  expect(showToast).toHaveBeenCalledWith('success', 'Benjamin is now available in Night Watch')
})

test('a change of a group that is known already makes nothing stale', () => {
  learnGroup(queryClient, { ...rescue, version: 7 })
  receive(['group.changed', rescue.id, 7])
  expect(isStale(groupsQuery.queryKey)).toBe(false)
  receive(['group.changed', rescue.id, 8])
  expect(isStale(groupsQuery.queryKey)).toBe(true)
})

test('a group that was left is removed from the list, and the data of its page becomes stale', () => {
  queryClient.setQueryData(groupQuery(rescue.id).queryKey, rescue)
  receive(['group.left', rescue.id])
  expect(queryClient.getQueryData(groupsQuery.queryKey)).toEqual([])
  expect(isStale(groupQuery(rescue.id).queryKey)).toBe(true)
})

test('the groups are fetched again if an old response brings back a group that the user has left', async () => {
  const late = Promise.withResolvers<Response>()
  const answers = [late.promise, Promise.resolve(Response.json({ groups: [] }))]
  const fetched = vi.fn(() => answers.shift())
  vi.stubGlobal('fetch', fetched)
  const stop = new QueryObserver(queryClient, { ...groupsQuery, staleTime: 0 }).subscribe(() => {})
  await vi.waitFor(() => expect(fetched).toHaveBeenCalledOnce())
  receive(['group.left', rescue.id])
  late.resolve(Response.json({ groups: [rescue] }))
  await vi.waitFor(() => expect(fetched).toHaveBeenCalledTimes(2))
  await vi.waitFor(() => expect(card()).toBeUndefined())
  stop()
  vi.unstubAllGlobals()
})

test('the message hello makes the groups and the unread number stale, and with another protocol it reloads the page', () => {
  receive(['hello', { protocol: liveProtocol }])
  expect(isStale(groupsQuery.queryKey)).toBe(true)
  expect(isStale(unreadQuery.queryKey)).toBe(true)
  expect(reloadOnce).not.toHaveBeenCalled()
  receive(['hello', { protocol: liveProtocol + 1 }])
  expect(reloadOnce).toHaveBeenCalledOnce()
})

test('after the message hello the groups are fetched again, even if the page does not show them', async () => {
  const fetch = vi.fn(async () => Response.json({ groups: [{ ...rescue, version: 9 }] }))
  vi.stubGlobal('fetch', fetch)
  receive(['hello', { protocol: liveProtocol }])
  await vi.waitFor(() => expect(card()?.version).toBe(9))
  expect(isStale(groupsQuery.queryKey)).toBe(false)
  vi.unstubAllGlobals()
})

test('signing out in another browser is announced', () => {
  receive(['signed.out.elsewhere'])
  expect(showToast).toHaveBeenCalledWith(
    'info',
    'You signed out on another device. You are now Unavailable in all groups.',
  )
})

test.each<[RingingRule, announced: boolean]>([
  ['all', false],
  ['followed', false],
  ['none', true],
])(
  'whether a fulfilled watch of a followed member shows a toast with the rule %s: %s',
  (rule, isAnnounced) => {
    const { id: groupId } = rescue
    queryClient.setQueryData(ringingQuery.queryKey, [{ groupId, rule, follows: [ben] }])
    receive(['watch.fulfilled', groupId, ben])
    // If the rule includes the member, the live message about the toggle shows the toast. This test does not send that message.
    if (isAnnounced)
      expect(showToast).toHaveBeenCalledExactlyOnceWith('success', 'Ben is now available in Mountain Rescue')
    else expect(showToast).not.toHaveBeenCalled()
    expect(isStale(ringingQuery.queryKey)).toBe(true)
  },
)

test('a fulfilled watch of a number of members is announced with the rule all and with the rule none', () => {
  for (const rule of ['all', 'none'] as const) {
    queryClient.setQueryData(ringingQuery.queryKey, [{ groupId: rescue.id, rule, follows: [] }])
    receive(['watch.fulfilled', rescue.id, 2])
    expect(showToast).toHaveBeenLastCalledWith('success', '2 others are now available in Mountain Rescue')
  }
  expect(showToast).toHaveBeenCalledTimes(2)
})
