import type { Group, Member } from '@grouplight/contract/group.ts'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { groupQuery, groupsQuery, learnGroups } from './group-queries.ts'
import { learnGroup, learnOwnAvailability, receiveVersion } from './group-store.ts'
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

  test('a change with the next version is applied to the cached copies for the page and for the card', () => {
    receiveVersion(queryClient, rescue.id, 6, [{ userId: 'Ben', status: true, lastUpdated: noon }])

    for (const group of [onPage(), onCard()]) {
      expect(group).toMatchObject({ version: 6, availableCount: 1 })
      expect(group?.members[1]).toMatchObject({ status: true, lastUpdated: noon })
    }
    expect(staleCopies()).toEqual({ page: false, card: false })
  })

  test('a change keeps the objects of other members and groups, so that these are not rendered again', () => {
    const [before, other] = queryClient.setQueryData(groupsQuery.queryKey, [rescue, groupOf('Ana')]) ?? []
    receiveVersion(queryClient, rescue.id, 6, [{ userId: 'Ben', status: true, lastUpdated: noon }])

    const [after, stillOther] = queryClient.getQueryData(groupsQuery.queryKey) ?? []
    expect(stillOther).toBe(other)
    expect(after?.members[0]).toBe(before?.members[0])
    expect(after?.members[1]).not.toBe(before?.members[1])
  })

  test('a change of several members is applied as one version', () => {
    receiveVersion(queryClient, rescue.id, 6, [
      { userId: 'Ben', status: true, lastUpdated: noon },
      { userId: 'Cyd', status: true, lastUpdated: noon },
    ])
    expect(onPage()).toMatchObject({ version: 6, availableCount: 2 })
  })

  test('a change of a member who is not on the card changes the number of Available members on the card', () => {
    receiveVersion(queryClient, rescue.id, 6, [{ userId: 'Zoe', status: true, lastUpdated: noon }])
    expect(onCard()).toMatchObject({ version: 6, availableCount: 1 })
  })

  test('a change is ignored if the cached copies already have its version', () => {
    receiveVersion(queryClient, rescue.id, 5, [{ userId: 'Ben', status: true, lastUpdated: noon }])
    expect(onPage()).toBe(rescue)
    expect(staleCopies()).toEqual({ page: false, card: false })
  })

  test('a change after a gap in the versions is not applied and makes the cached copies stale', () => {
    receiveVersion(queryClient, rescue.id, 7, [{ userId: 'Ben', status: true, lastUpdated: noon }])
    expect(onPage()).toBe(rescue)
    expect(staleCopies()).toEqual({ page: true, card: true })
  })

  test('a change that arrived too early is applied when the missing change has arrived', () => {
    receiveVersion(queryClient, rescue.id, 7, [{ userId: 'Cyd', status: true, lastUpdated: noon }])
    receiveVersion(queryClient, rescue.id, 6, [{ userId: 'Ben', status: true, lastUpdated: noon }])
    expect(onPage()).toMatchObject({ version: 7, availableCount: 2 })
  })

  test('a stale list of groups stays stale after a change is applied to it', () => {
    void queryClient.invalidateQueries({ queryKey: groupsQuery.queryKey })
    receiveVersion(queryClient, rescue.id, 6, [{ userId: 'Ben', status: true, lastUpdated: noon }])
    expect(onCard()).toMatchObject({ version: 6 })
    expect(staleCopies()).toEqual({ page: false, card: true })
  })
})

describe('a response that arrives after a live change but has older data', () => {
  test('the change is applied to the response', async () => {
    const answer = answerLater()
    const reading = queryClient.fetchQuery(groupQuery(rescue.id))
    receiveVersion(queryClient, rescue.id, 6, [{ userId: 'Ben', status: true, lastUpdated: noon }])
    answer(rescue)

    expect(await reading).toMatchObject({ version: 6, availableCount: 1 })
  })

  test('the group is fetched again if a change between the response and the live change was missed', async () => {
    cache(rescue)
    const unsubscribe = new QueryObserver(queryClient, groupQuery(rescue.id)).subscribe(() => {})
    const first = answerLater()
    void queryClient.invalidateQueries({ queryKey: groupQuery(rescue.id).queryKey })
    receiveVersion(queryClient, rescue.id, 8, [{ userId: 'Ben', status: true, lastUpdated: noon }])
    const second = answerLater()
    first(rescue)
    await vi.waitFor(() => expect(fetch).toHaveBeenCalled())
    second({ ...rescue, version: 8 })

    await vi.waitFor(() => expect(onPage()?.version).toBe(8))
    unsubscribe()
  })
})

describe("the response to the user's own change", () => {
  const none = { until: null, note: null, unconfirmedSince: null }
  const mine = { userId: 'Ana', status: true, lastUpdated: noon, ...none }
  beforeEach(() => cache(rescue))

  test('the response changes the cached copy, and the live message of the same version then adds other changes', () => {
    learnOwnAvailability(queryClient, { ...mine, groupId: rescue.id, version: 6 })
    expect(onPage()).toMatchObject({ version: 5, availableCount: 1 })

    receiveVersion(queryClient, rescue.id, 6, [
      { userId: 'Ana', status: true, lastUpdated: noon },
      { userId: 'Ben', status: true, lastUpdated: noon },
    ])
    expect(onPage()).toMatchObject({ version: 6, availableCount: 2 })
  })

  test('the response changes nothing if the live message of its version arrived first', () => {
    receiveVersion(queryClient, rescue.id, 6, [{ userId: 'Ana', status: true, lastUpdated: noon }])
    receiveVersion(queryClient, rescue.id, 7, [{ userId: 'Ana', status: false, lastUpdated: noon }])
    const before = onPage()
    learnOwnAvailability(queryClient, { ...mine, groupId: rescue.id, version: 6 })
    expect(onPage()).toBe(before)
  })

  test('the end and the note of the response are kept if only the live message of the toggle has arrived', () => {
    learnOwnAvailability(queryClient, {
      ...mine,
      until: at3pm,
      note: 'Chess',
      groupId: rescue.id,
      version: 7,
    })
    receiveVersion(queryClient, rescue.id, 6, [{ userId: 'Ana', status: true, lastUpdated: noon }])
    expect(onPage()).toMatchObject({ version: 6, availableCount: 1 })
    expect(onPage()?.members[0]).toMatchObject({ until: at3pm, note: 'Chess' })

    receiveVersion(queryClient, rescue.id, 7, [{ userId: 'Ana', until: at3pm, note: 'Chess' }])
    expect(onPage()?.members[0]).toMatchObject({ status: true, until: at3pm, note: 'Chess' })
    expect(staleCopies()).toEqual({ page: false, card: false })
  })
})

describe('a live change of details', () => {
  beforeEach(() => {
    cache(rescue)
    receiveVersion(queryClient, rescue.id, 6, [{ userId: 'Ben', status: true, lastUpdated: noon }])
    receiveVersion(queryClient, rescue.id, 7, [{ userId: 'Ben', until: at3pm, note: 'Chess' }])
  })

  test('the change replaces all details of the member, and keeps the status and the time of the toggle', () => {
    for (const group of [onPage(), onCard()]) {
      expect(group).toMatchObject({ version: 7, availableCount: 1 })
      expect(group?.members[1]).toMatchObject({ status: true, lastUpdated: noon })
      expect(group?.members[1]).toMatchObject({ until: at3pm, note: 'Chess' })
    }
    receiveVersion(queryClient, rescue.id, 8, [{ userId: 'Ben', note: 'Go' }])
    expect(onPage()?.members[1]).toMatchObject({ note: 'Go', until: undefined })
  })

  test('a toggle removes only the details of the members whom it changes', () => {
    receiveVersion(queryClient, rescue.id, 8, [{ userId: 'Cyd', status: true, lastUpdated: noon }])
    expect(onPage()?.members[1]?.until).toBe(at3pm)
    receiveVersion(queryClient, rescue.id, 9, [{ userId: 'Ben', status: false, lastUpdated: later }])
    expect(onPage()?.members[1]).toMatchObject({ status: false, until: undefined, note: undefined })
  })

  test('details after a gap in the versions make the cached copies stale, and are applied when the missing change has arrived', () => {
    receiveVersion(queryClient, rescue.id, 9, [{ userId: 'Ben', note: 'Go' }])
    expect(onPage()?.members[1]?.note).toBe('Chess')
    expect(staleCopies()).toEqual({ page: true, card: true })
    receiveVersion(queryClient, rescue.id, 8, [{ userId: 'Cyd', status: true, lastUpdated: noon }])
    expect(onPage()?.members[1]?.note).toBe('Go')
  })

  test('the Available members with an open question are counted', () => {
    receiveVersion(queryClient, rescue.id, 8, [{ userId: 'Ben', unconfirmedSince: at3pm }])
    expect(onPage()).toMatchObject({ availableCount: 1, unconfirmedCount: 1 })
    receiveVersion(queryClient, rescue.id, 9, [{ userId: 'Ben' }])
    expect(onPage()?.unconfirmedCount).toBeUndefined()
    receiveVersion(queryClient, rescue.id, 10, [{ userId: 'Ben', unconfirmedSince: at3pm }])
    receiveVersion(queryClient, rescue.id, 11, [{ userId: 'Ben', status: false, lastUpdated: later }])
    expect(onPage()).toMatchObject({ version: 11, availableCount: 0, unconfirmedCount: undefined })
  })

  test('if the cached copies lack a member, a note of the member changes only the version, but an open question makes the copies stale', () => {
    receiveVersion(queryClient, rescue.id, 8, [{ userId: 'Zoe', note: 'Go' }])
    expect(onCard()?.version).toBe(8)
    receiveVersion(queryClient, rescue.id, 9, [{ userId: 'Zoe', unconfirmedSince: at3pm }])
    expect(onCard()?.version).toBe(8)
    expect(staleCopies()).toEqual({ page: true, card: true })
  })

  test('the change is applied to a response that arrives later but has older data', async () => {
    const answer = answerLater()
    const reading = queryClient.fetchQuery({ ...groupQuery(rescue.id), staleTime: 0 })
    answer(rescue)
    expect((await reading).members[1]).toMatchObject({ status: true, until: at3pm })
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

function onPage() {
  return queryClient.getQueryData(groupQuery(rescue.id).queryKey)
}

function onCard() {
  return queryClient.getQueryData(groupsQuery.queryKey)?.find(group => group.id === rescue.id)
}

function staleCopies() {
  const isInvalidated = (queryKey: readonly unknown[]) => queryClient.getQueryState(queryKey)?.isInvalidated
  return { page: isInvalidated(groupQuery(rescue.id).queryKey), card: isInvalidated(groupsQuery.queryKey) }
}

/** Delays the response to the next request. The returned function responds with a group. */
function answerLater() {
  const { promise, resolve } = Promise.withResolvers<Response>()
  vi.stubGlobal(
    'fetch',
    vi.fn(() => promise),
  )
  return (group: Group) => resolve(Response.json(group))
}
