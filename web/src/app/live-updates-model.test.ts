import type { Group, Member } from '@grouplight/contract/group.ts'
import { maxMembersOnCard } from '@grouplight/contract/group.ts'
import type { LiveMessage } from '@grouplight/contract/live.ts'
import { liveProtocol } from '@grouplight/contract/live.ts'
import { MutationObserver, QueryClient, QueryObserver } from '@tanstack/react-query'
import * as fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ProblemError } from '#api/client.ts'
import { sessionQuery } from '#features/account/account-queries.ts'
import { addPending, setAvailabilityMutation } from '#features/availability/set-availability.ts'
import { groupQuery, groupsQuery } from '#features/group/group-queries.ts'
import { forgetGroups, pendingChange } from '#features/group/group-store.ts'
import { isLit, type ShownMember } from '#features/group/shown-member.ts'
import { setConnection } from '#live/connection-state.ts'
import { applyLiveMessage } from './live-updates.ts'
import { clearPersistedCache, persistCache } from './persisted-cache.ts'

// Plays random orders of changes, responses, live messages, gaps and reloads. A model of the server knows every version of the group.
// A failure shows its seed. `fc.assert(…, { seed, path })` repeats it.

vi.mock('#ui/light-up.ts', () => ({ lightUp: vi.fn() }))
vi.mock('#ui/toast.ts', () => ({ showToast: vi.fn(), replaceToast: vi.fn(), isWaiting: vi.fn() }))
vi.mock('./reload-once.ts', () => ({ reloadOnce: vi.fn() }))

const own = 'member-0'
const groupId = 'rescue'
const session = { uid: own, displayName: 'Ana', email: 'ana@example.com', emailVerified: true }
const unreachable = new ProblemError({ code: 'unreachable', status: 0, message: '' })

const other = fc.integer({ min: 1, max: 14 })
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ type: fc.constant('toggle'), who: other, withOwn: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({ type: fc.constant('details'), who: other, isQuestion: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('rename') }) },
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant('tap'),
      status: fc.boolean(),
      note: fc.boolean(),
      fate: fc.constantFrom('answered', 'answered', 'refused', 'request lost', 'answer lost'),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      type: fc.constant('deliver'),
      how: fc.constantFrom('next', 'next', 'next', 'twice', 'second first', 'lost'),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      type: fc.constant('respond'),
      which: fc.nat(3),
      isReachable: fc.constantFrom(true, true, true, false),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ type: fc.constant('wait'), ms: fc.constantFrom(1_100, 4_000, 70_000) }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('disconnect') }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('connect') }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('reload'), isFromStorage: fc.boolean() }) },
  {
    weight: 1,
    arbitrary: fc.record({ type: fc.constant('restore backup'), lost: fc.integer({ min: 1, max: 4 }) }),
  },
)
type Step = typeof step extends fc.Arbitrary<infer Each> ? Each : never

/** A request that the server has handled, or that has not reached it. Its response has not arrived. */
type OpenRequest = { response: () => Response; settle: (response: Response | Error) => void }

/** Every state that the group has had. After a restore of a backup, a version can occur twice. */
let history: Group[]
let present: Group
/** The lowest versions that may be shown next, for the page, the card and the user's own availability. */
let lowest: { page: number; card: number; own: number }
let restores: number
let wire: LiveMessage[]
let requests: OpenRequest[]
let fate: string
let isConnected: boolean
let client: QueryClient
let close: () => void
const stored = new Map<string, string>()

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', handle)
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('in every order, the screens show only states that the group has had, and in the end the present state', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 60 }), async steps => {
      start()
      for (const each of steps) {
        await play(each)
        await pass(1)
        check()
      }
      await settleEverything()
      close()
      vi.clearAllTimers()
    }),
    { numRuns: 300, seed: 20_260_601 },
  )
})

function start() {
  const members = Array.from({ length: 15 }, (_, at): Member => member(`member-${at}`))
  const fields = { id: groupId, name: 'Rescue', description: '', createdBy: own, offeredTo: null }
  const counts = { memberCount: members.length, availableCount: 0 }
  present = { ...fields, ...counts, created: instant(), version: 5, members }
  history = [present]
  restores = 0
  wire = []
  requests = []
  fate = 'answered'
  stored.clear()
  clearPersistedCache()
  openPage()
  connect()
}

function openPage() {
  vi.stubGlobal('window', new EventTarget())
  client = new QueryClient({
    defaultOptions: { queries: { retry: false, staleTime: Number.POSITIVE_INFINITY, networkMode: 'always' } },
  })
  persistCache(client)
  const stops = [
    new QueryObserver(client, groupsQuery).subscribe(() => {}),
    new QueryObserver(client, groupQuery(groupId)).subscribe(() => {}),
  ]
  close = () => {
    for (const stop of stops) stop()
    forgetGroups(client)
    client.clear()
  }
}

function connect() {
  isConnected = true
  lowest = { page: 0, card: 0, own: 0 }
  setConnection({ status: 'live', asOf: null })
  applyLiveMessage(client, own, ['hello', { protocol: liveProtocol }])
}

async function play(each: Step) {
  switch (each.type) {
    case 'toggle':
      return toggle(each.withOwn ? [`member-${each.who}`, own] : [`member-${each.who}`])
    case 'details':
      return changeDetails(`member-${each.who}`, each.isQuestion)
    case 'rename':
      return rename()
    case 'tap':
      return tap(each)
    case 'deliver':
      return deliver(each.how)
    case 'respond':
      return respond(requests[each.which % Math.max(requests.length, 1)], each.isReachable)
    case 'wait':
      // No request takes that long.
      if (each.ms > 20_000) for (const request of requests) request.settle(new TypeError('Timeout'))
      return pass(each.ms)
    case 'disconnect':
      isConnected = false
      wire = []
      return setConnection({ status: 'offline', asOf: null })
    case 'connect':
      wire = []
      return connect()
    case 'reload':
      return reload(each.isFromStorage)
    case 'restore backup':
      return restoreBackup(each.lost)
  }
}

// The server

const instant = () => new Date(Date.now()).toISOString()
const member = (userId: string): Member => ({
  userId,
  displayName: userId,
  status: false,
  lastUpdated: instant(),
})

function commit(change: Partial<Group>, say: (version: number) => LiveMessage) {
  const group = { ...present, ...change, version: present.version + 1 }
  const unconfirmedCount = group.members.filter(({ unconfirmedSince }) => unconfirmedSince).length
  present = {
    ...group,
    availableCount: group.members.filter(({ status }) => status).length,
    unconfirmedCount: unconfirmedCount || undefined,
  }
  history.push(present)
  if (isConnected) wire.push(say(group.version))
}

function withChanged(userIds: string[], change: (before: Member) => Member): Member[] {
  return present.members.map(one => (userIds.includes(one.userId) ? change(one) : one))
}

function toggle(userIds: string[], wanted?: boolean) {
  const lastUpdated = instant()
  const note = present.version % 2 === 0 ? `note ${present.version}` : undefined
  const members = withChanged(userIds, before => {
    const status = wanted ?? !before.status
    const { userId, displayName } = before
    return { userId, displayName, status, lastUpdated, ...(status && note && { note }) }
  })
  const changed = members.filter(({ userId }) => userIds.includes(userId))
  const changes = Object.fromEntries(changed.map(({ userId, status }) => [userId, Number(status)]))
  const noted = changed.flatMap(({ userId, note }) => (note ? [[userId, [0, note, 0] as const]] : []))
  commit({ members }, version => {
    const message = ['t', groupId, version, Date.parse(lastUpdated), changes]
    return (noted.length > 0 ? [...message, Object.fromEntries(noted)] : message) as LiveMessage
  })
}

function changeDetails(userId: string, isQuestion: boolean, note = `note ${present.version}`) {
  if (!present.members.some(one => one.userId === userId && one.status)) return
  const since = isQuestion ? Date.now() : 0
  const members = withChanged([userId], ({ displayName, status, lastUpdated }) => {
    const question = isQuestion ? { unconfirmedSince: instant() } : {}
    return { userId, displayName, status, lastUpdated, note, ...question }
  })
  commit({ members }, version => ['t', groupId, version, Date.now(), {}, { [userId]: [0, note, since] }])
}

function rename() {
  commit({ name: `Rescue ${present.version}` }, version => ['group.changed', groupId, version])
}

/** The server stops meanwhile, so no request is answered. */
function restoreBackup(lost: number) {
  for (const request of requests) request.settle(new TypeError('The server has stopped.'))
  const version = present.version - lost
  present = history.findLast(group => group.version === version) ?? present
  wire = []
  restores++
  connect()
}

function handle(path: string, { method, body, headers, signal }: RequestInit): Promise<Response> {
  const { promise, resolve, reject } = Promise.withResolvers<Response>()
  const known = new Headers(headers).get('if-none-match')
  const response = method === 'PUT' ? change(JSON.parse(String(body))) : read(path, known)
  const request: OpenRequest = {
    response,
    settle(settled) {
      requests = requests.filter(other => other !== request)
      if (settled instanceof Error) reject(settled)
      else resolve(settled)
    },
  }
  requests.push(request)
  signal?.addEventListener('abort', () => request.settle(signal.reason))
  return promise
}

function read(path: string, known: string | null): () => Response {
  const group = present
  // The server's tag lacks `restores`. If a restored group gets the version that a page knows, the page stays old until the next change.
  const etag = `"${group.version} ${restores}"`
  if (path === `/api/groups/${groupId}`) {
    if (known === etag) return () => new Response(null, { status: 304 })
    return () => Response.json(group, { headers: { etag } })
  }
  return () => Response.json({ groups: [cardOf(group)] })
}

function cardOf(group: Group): Group {
  return { ...group, members: group.members.slice(0, maxMembersOnCard) }
}

function change({ status, note }: { status: boolean; note?: string }): () => Response {
  if (fate === 'request lost') return () => Response.error()
  if (fate === 'refused')
    return () => Response.json({ code: 'too-many-requests', message: '' }, { status: 429 })
  const before = mine()
  if (before?.status !== status) toggle([own], status)
  if (status && note) changeDetails(own, false, note)
  const { lastUpdated = '', note: kept = null } = mine() ?? {}
  const { version } = present
  const answer = { groupId, userId: own, status, lastUpdated, version, note: kept }
  if (fate === 'answer lost') return () => Response.error()
  return () => {
    if (restores === 0) lowest.own = Math.max(lowest.own, version)
    return Response.json({ ...answer, until: null, unconfirmedSince: null })
  }
}

const mine = () => present.members.find(({ userId }) => userId === own)

// The page

function tap(each: { status: boolean; note: boolean; fate: string }) {
  fate = each.fate
  const note = each.note && each.status ? `mine ${present.version}` : undefined
  const pending = addPending(client, groupId, own, { status: each.status, note, tappedAt: Date.now() })
  const observer = new MutationObserver(client, {
    networkMode: 'always',
    ...setAvailabilityMutation(client, groupId, own),
  })
  observer.mutate(pending).catch(() => {})
}

function deliver(how: string) {
  const at = how === 'second first' && wire.length > 1 ? 1 : 0
  const [message] = wire.splice(at, 1)
  if (!message || how === 'lost') return
  applyLiveMessage(client, own, message)
  if (how === 'twice') applyLiveMessage(client, own, message)
}

async function respond(request: OpenRequest | undefined, isReachable = true) {
  const response = isReachable ? request?.response() : undefined
  request?.settle(response && response.type !== 'error' ? response : new TypeError('fetch failed'))
  await pass(1)
}

async function reload(isFromStorage: boolean) {
  client.setQueryData(sessionQuery.queryKey, session)
  await pass(1_100)
  close()
  for (const request of requests) request.settle(new TypeError('The page was closed.'))
  isConnected = false
  wire = []
  setConnection({ status: 'reconnecting', asOf: null })
  openPage()
  if (isFromStorage) {
    void client.prefetchQuery({ ...sessionQuery, queryFn: () => Promise.reject(unreachable), retry: 1 })
    await pass(1)
    check()
  }
  connect()
}

async function pass(ms: number) {
  await vi.advanceTimersByTimeAsync(ms)
}

// The expectations

function check() {
  const page = client.getQueryData(groupQuery(groupId).queryKey)
  const [card] = client.getQueryData(groupsQuery.queryKey) ?? []
  if (page) lowest.page = checkShown(page, lowest.page)
  if (card) lowest.card = checkShown(card, lowest.card)
}

/** Returns the version that is shown. */
function checkShown(shown: Group, lowestVersion: number): number {
  if (restores === 0) expect(shown.version).toBeGreaterThanOrEqual(lowestVersion)
  const truths = history.filter(({ version }) => version === shown.version)
  expect(truths.map(withoutOwn)).toContainEqual(withoutOwn(shown))
  const own = history.filter(({ version }) => version >= Math.max(shown.version, lowest.own)).map(ownMember)
  const pending = pendingChange(client, groupId)
  expect((pending ? own.map(pending.apply) : own).map(stateOf)).toContainEqual(stateOf(ownMember(shown)))
  return shown.version
}

const ownMember = ({ members }: Group) => members[0] as Member

function withoutOwn(group: Group) {
  const [, ...others] = cardOf(group).members
  return { name: group.name, others, count: othersCount(group), unconfirmed: group.unconfirmedCount }
}

function othersCount({ availableCount, members: [first] }: Group & { members: ShownMember[] }) {
  return availableCount - Number(first && isLit(first))
}

function stateOf({ status, lastUpdated, note = '' }: Member) {
  return [status, lastUpdated, note]
}

/** A message that arrives shows that others were lost. All requests succeed. */
async function settleEverything() {
  fate = 'answered'
  if (!isConnected) connect()
  rename()
  for (let round = 0; round < 20; round++) {
    while (wire.length > 0) deliver('next')
    for (const request of requests) await respond(request)
    await pass(3_100)
  }
  check()
  expect(requests).toEqual([])
  expect(pendingChange(client, groupId)).toBeUndefined()
  expect(client.getQueryData(groupQuery(groupId).queryKey)).toEqual(present)
  expect(client.getQueryData(groupsQuery.queryKey)?.map(cardOf)).toEqual([cardOf(present)])
}
