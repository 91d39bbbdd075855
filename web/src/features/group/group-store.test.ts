import type { Group, Member } from '@grouplight/contract/group.ts'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { groupQuery, groupsQuery, learnGroups } from './group-queries.ts'
import { learnGroup, receiveVersion } from './group-store.ts'
import { moment } from './known-group.ts'

const noon = '2026-03-12T12:00:00.000Z'
const later = '2026-03-12T12:00:00.001Z'
const at3pm = '2026-03-12T15:00:00.000Z'
let rescue: Group
let queryClient: QueryClient

beforeEach(() => {
  rescue = { ...groupOf('Ana', 'Ben', 'Cyd'), id: crypto.randomUUID() }
  queryClient = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
})

afterEach(() => {
  queryClient.clear()
  vi.unstubAllGlobals()
})

describe('a live change of availability', () => {
  beforeEach(() => cache(rescue))

  test('a change keeps the objects of other members and groups, so that these are not rendered again', () => {
    const [before, other] = queryClient.setQueryData(groupsQuery.queryKey, [rescue, groupOf('Ana')]) ?? []
    receiveVersion(queryClient, rescue.id, 6, [{ userId: 'Ben', status: true, lastUpdated: noon }])

    const [after, stillOther] = queryClient.getQueryData(groupsQuery.queryKey) ?? []
    expect(stillOther).toBe(other)
    expect(after?.members[0]).toBe(before?.members[0])
    expect(after?.members[1]).not.toBe(before?.members[1])
  })

  test('a change of a member who is not on the card changes the number of Available members on the card', () => {
    receiveVersion(queryClient, rescue.id, 6, [{ userId: 'Zoe', status: true, lastUpdated: noon }])
    expect(onCard()).toMatchObject({ version: 6, availableCount: 1 })
  })

  test('a change that arrived too early is applied when the missing change has arrived', () => {
    receiveVersion(queryClient, rescue.id, 7, [{ userId: 'Cyd', status: true, lastUpdated: noon }])
    receiveVersion(queryClient, rescue.id, 6, [{ userId: 'Ben', status: true, lastUpdated: noon }])
    expect(onCard()).toMatchObject({ version: 7, availableCount: 2 })
  })

  test('a stale list of groups stays stale after a change is applied to it', () => {
    void queryClient.invalidateQueries({ queryKey: groupsQuery.queryKey })
    receiveVersion(queryClient, rescue.id, 6, [{ userId: 'Ben', status: true, lastUpdated: noon }])
    expect(onCard()).toMatchObject({ version: 6 })
    expect(staleCopies()).toEqual({ page: false, card: true })
  })
})

describe('a live change of details', () => {
  beforeEach(() => {
    cache(rescue)
    receiveVersion(queryClient, rescue.id, 6, [{ userId: 'Ben', status: true, lastUpdated: noon }])
    receiveVersion(queryClient, rescue.id, 7, [{ userId: 'Ben', until: at3pm, note: 'Chess' }])
  })

  test('if the cached copies lack a member, a note of the member changes only the version, but an open question makes the copies stale', () => {
    receiveVersion(queryClient, rescue.id, 8, [{ userId: 'Zoe', note: 'Go' }])
    expect(onCard()?.version).toBe(8)
    receiveVersion(queryClient, rescue.id, 9, [{ userId: 'Zoe', unconfirmedSince: at3pm }])
    expect(onCard()?.version).toBe(8)
    expect(staleCopies()).toEqual({ page: true, card: true })
  })
})

test('a live change is applied to a response that arrives later but has older data', () => {
  receiveVersion(queryClient, rescue.id, 6, [{ userId: 'Ben', status: true, lastUpdated: noon }])
  expect(learnGroup(queryClient, rescue)).toMatchObject({ version: 6, availableCount: 1 })
})

describe('a live change of a call', () => {
  const shared = {
    id: 'drill',
    asker: { userId: 'Ben', name: 'Ben' },
    text: 'Fire drill',
    needed: 2,
    count: 0,
    endsAt: later,
  }
  const calls = () => onCard()?.calls
  const receiveCall = (
    version: number,
    call: Partial<typeof shared> & { outcome?: 'found'; closedAt?: string },
  ) => receiveVersion(queryClient, rescue.id, version, [], { ...shared, ...call })

  test('a new call comes first, and what only the user knows of a call stays', () => {
    const known = { ...shared, answer: { can: true }, who: [{ userId: 'Ana', name: 'Ana' }] }
    cache({ ...rescue, calls: [known] })
    receiveCall(6, { id: 'tea' })
    receiveCall(7, { count: 2, outcome: 'found', closedAt: noon })
    expect(calls()).toMatchObject([{ id: 'tea' }, { ...known, count: 2, outcome: 'found', closedAt: noon }])
    receiveCall(8, { count: 1 })
    expect(calls()?.[1]).toMatchObject({ ...known, count: 1 })
    expect(calls()?.[1]?.outcome).toBeUndefined()
  })

  test('a change with an earlier version, or after a gap, is not applied', () => {
    cache(rescue)
    receiveCall(5, {})
    receiveCall(7, { count: 1 })
    expect(calls()).toBeUndefined()
    receiveCall(6, {})
    expect(calls()).toMatchObject([{ count: 1 }])
    expect(onCard()).toMatchObject({ version: 7 })
  })
})

test('the counts of a card stay right if a member who is not on it has changed unseen', () => {
  const whole = { ...rescue, memberCount: 3, availableCount: 0 }
  learnGroup(queryClient, whole, { askedAt: moment(), isWhole: true })
  const missed = { ...whole, version: 7, availableCount: 1, members: whole.members.slice(0, 2) }
  const [card] = learnGroups(queryClient, [missed], moment())
  queryClient.setQueryData(groupsQuery.queryKey, [card as Group])
  receiveVersion(queryClient, rescue.id, 8, [{ userId: 'Cyd', status: false, lastUpdated: later }])
  expect(onCard()).toMatchObject({ version: 8, availableCount: 0 })
})

test('the page does not take the old times of a card for exact, although the card has all members', () => {
  const asked = moment()
  const card = { ...rescue, members: rescue.members.map(member => ({ ...member, lastUpdated: noon })) }
  learnGroups(queryClient, [card], moment())
  const exact = { ...rescue, members: rescue.members.map(member => ({ ...member, lastUpdated: later })) }
  const page = learnGroup(queryClient, exact, { askedAt: asked, isWhole: true })
  expect(page.members.map(({ lastUpdated }) => lastUpdated)).toEqual([later, later, later])
})

function groupOf(...names: string[]): Group {
  const created = noon
  const members = names.map(
    (name): Member => ({ userId: name, displayName: name, status: false, lastUpdated: created }),
  )
  return {
    id: names.join(),
    name: 'Mountain Rescue',
    description: '',
    createdBy: 'Ana',
    offeredTo: null,
    created,
    version: 5,
    memberCount: members.length,
    availableCount: 0,
    members,
  }
}

function cache(group: Group) {
  queryClient.setQueryData(groupQuery(group.id).queryKey, group)
  queryClient.setQueryData(groupsQuery.queryKey, [learnGroup(queryClient, group)])
}

function onCard() {
  return queryClient.getQueryData(groupsQuery.queryKey)?.find(group => group.id === rescue.id)
}

function staleCopies() {
  const isInvalidated = (queryKey: readonly unknown[]) => queryClient.getQueryState(queryKey)?.isInvalidated
  return { page: isInvalidated(groupQuery(rescue.id).queryKey), card: isInvalidated(groupsQuery.queryKey) }
}
