import type { Group, Member } from '@grouplight/contract/group.ts'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { applyDetails, applyOwnChange, applyToggle } from './group-cache.ts'
import { groupQuery, groupsQuery } from './group-queries.ts'

const noon = Date.UTC(2026, 2, 12, 12)
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

  test('a change with the next version is applied to the page and to the card', () => {
    applyToggle(queryClient, rescue.id, 6, [{ userId: 'Ben', status: true, sinceMs: noon }])

    for (const group of [onPage(), onCard()]) {
      expect(group).toMatchObject({ version: 6, availableCount: 1 })
      expect(group?.members[1]).toMatchObject({ status: true, lastUpdated: new Date(noon).toISOString() })
    }
    expect(staleCopies()).toEqual({ page: false, card: false })
  })

  test('a change keeps the objects of all other members and groups, so that only changed objects are rendered again', () => {
    const [before, other] = queryClient.setQueryData(groupsQuery.queryKey, [rescue, groupOf('Ana')]) ?? []
    applyToggle(queryClient, rescue.id, 6, [{ userId: 'Ben', status: true, sinceMs: noon }])

    const [after, stillOther] = queryClient.getQueryData(groupsQuery.queryKey) ?? []
    expect(stillOther).toBe(other)
    expect(after?.members[0]).toBe(before?.members[0])
    expect(after?.members[1]).not.toBe(before?.members[1])
  })

  test('a change of several members is applied as one version', () => {
    applyToggle(queryClient, rescue.id, 6, [
      { userId: 'Ben', status: true, sinceMs: noon },
      { userId: 'Cyd', status: true, sinceMs: noon },
    ])
    expect(onPage()).toMatchObject({ version: 6, availableCount: 2 })
  })

  test("a change of a member who is not on the card changes the card's count", () => {
    applyToggle(queryClient, rescue.id, 6, [{ userId: 'Zoe', status: true, sinceMs: noon }])
    expect(onCard()).toMatchObject({ version: 6, availableCount: 1 })
  })

  test('a change is ignored if it has been applied before', () => {
    applyToggle(queryClient, rescue.id, 5, [{ userId: 'Ben', status: true, sinceMs: noon }])
    expect(onPage()).toBe(rescue)
    expect(staleCopies()).toEqual({ page: false, card: false })
  })

  test('a change after a gap in the versions makes the cached copies stale', () => {
    applyToggle(queryClient, rescue.id, 7, [{ userId: 'Ben', status: true, sinceMs: noon }])
    expect(onPage()).toBe(rescue)
    expect(staleCopies()).toEqual({ page: true, card: true })
  })

  test('a change that closes a gap also applies the later change, which arrived first', () => {
    applyToggle(queryClient, rescue.id, 7, [{ userId: 'Cyd', status: true, sinceMs: noon }])
    applyToggle(queryClient, rescue.id, 6, [{ userId: 'Ben', status: true, sinceMs: noon }])
    expect(onPage()).toMatchObject({ version: 7, availableCount: 2 })
  })

  test('a change does not mark a stale list as fresh', () => {
    void queryClient.invalidateQueries({ queryKey: groupsQuery.queryKey })
    applyToggle(queryClient, rescue.id, 6, [{ userId: 'Ben', status: true, sinceMs: noon }])
    expect(onCard()).toMatchObject({ version: 6 })
    expect(staleCopies()).toEqual({ page: false, card: true })
  })
})

describe('a response that was read before a live change and arrives after it', () => {
  test('the response is cached with the change', async () => {
    const answer = answerLater()
    const reading = queryClient.fetchQuery(groupQuery(rescue.id))
    applyToggle(queryClient, rescue.id, 6, [{ userId: 'Ben', status: true, sinceMs: noon }])
    answer(rescue)

    expect(await reading).toMatchObject({ version: 6, availableCount: 1 })
  })

  test('the group is fetched again if an earlier change was missed', async () => {
    cache(rescue)
    const stopWatching = new QueryObserver(queryClient, groupQuery(rescue.id)).subscribe(() => {})
    const first = answerLater()
    void queryClient.invalidateQueries({ queryKey: groupQuery(rescue.id).queryKey })
    applyToggle(queryClient, rescue.id, 8, [{ userId: 'Ben', status: true, sinceMs: noon }])
    const second = answerLater()
    first(rescue)
    await vi.waitFor(() => expect(fetch).toHaveBeenCalled())
    second({ ...rescue, version: 8 })

    await vi.waitFor(() => expect(onPage()?.version).toBe(8))
    stopWatching()
  })
})

describe("the response to the user's own change", () => {
  const none = { until: null, note: null, unconfirmedSince: null }
  const mine = { userId: 'Ana', status: true, lastUpdated: new Date(noon).toISOString(), ...none }
  beforeEach(() => cache(rescue))

  test('the response is shown at once, and the live message still applies the other changes of the same version', () => {
    applyOwnChange(queryClient, { ...mine, groupId: rescue.id, version: 6 })
    expect(onPage()).toMatchObject({ version: 5, availableCount: 1 })

    applyToggle(queryClient, rescue.id, 6, [
      { userId: 'Ana', status: true, sinceMs: noon },
      { userId: 'Ben', status: true, sinceMs: noon },
    ])
    expect(onPage()).toMatchObject({ version: 6, availableCount: 2 })
  })

  test('the response changes nothing if the live message arrived first', () => {
    applyToggle(queryClient, rescue.id, 6, [{ userId: 'Ana', status: true, sinceMs: noon }])
    applyToggle(queryClient, rescue.id, 7, [{ userId: 'Ana', status: false, sinceMs: noon }])
    const before = onPage()
    applyOwnChange(queryClient, { ...mine, groupId: rescue.id, version: 6 })
    expect(onPage()).toBe(before)
  })

  test('the end and the note of the response stay until the live message with them has arrived', () => {
    applyOwnChange(queryClient, { ...mine, until: at3pm, note: 'Chess', groupId: rescue.id, version: 7 })
    applyToggle(queryClient, rescue.id, 6, [{ userId: 'Ana', status: true, sinceMs: noon }])
    expect(onPage()).toMatchObject({ version: 6, availableCount: 1 })
    expect(onPage()?.members[0]).toMatchObject({ until: at3pm, note: 'Chess' })

    applyDetails(queryClient, rescue.id, 7, [{ userId: 'Ana', until: at3pm, note: 'Chess' }])
    expect(onPage()?.members[0]).toMatchObject({ status: true, until: at3pm, note: 'Chess' })
    expect(staleCopies()).toEqual({ page: false, card: false })
  })
})

describe('a live change of details', () => {
  beforeEach(() => {
    cache(rescue)
    applyToggle(queryClient, rescue.id, 6, [{ userId: 'Ben', status: true, sinceMs: noon }])
    applyDetails(queryClient, rescue.id, 7, [{ userId: 'Ben', until: at3pm, note: 'Chess' }])
  })

  test('the change replaces all details of the member and keeps the status and its time', () => {
    for (const group of [onPage(), onCard()]) {
      expect(group).toMatchObject({ version: 7, availableCount: 1 })
      expect(group?.members[1]).toMatchObject({ status: true, lastUpdated: new Date(noon).toISOString() })
      expect(group?.members[1]).toMatchObject({ until: at3pm, note: 'Chess' })
    }
    applyDetails(queryClient, rescue.id, 8, [{ userId: 'Ben', note: 'Go' }])
    expect(onPage()?.members[1]).toMatchObject({ note: 'Go', until: undefined })
  })

  test('a toggle removes the details of its members only', () => {
    applyToggle(queryClient, rescue.id, 8, [{ userId: 'Cyd', status: true, sinceMs: noon }])
    expect(onPage()?.members[1]?.until).toBe(at3pm)
    applyToggle(queryClient, rescue.id, 9, [{ userId: 'Ben', status: false, sinceMs: noon + 1 }])
    expect(onPage()?.members[1]).toMatchObject({ status: false, until: undefined, note: undefined })
  })

  test('after a gap in the versions the group is fetched again, and details that arrived too early are applied', () => {
    applyDetails(queryClient, rescue.id, 9, [{ userId: 'Ben', note: 'Go' }])
    expect(onPage()?.members[1]?.note).toBe('Chess')
    expect(staleCopies()).toEqual({ page: true, card: true })
    applyToggle(queryClient, rescue.id, 8, [{ userId: 'Cyd', status: true, sinceMs: noon }])
    expect(onPage()?.members[1]?.note).toBe('Go')
  })

  test('those who have not confirmed to be Available are counted', () => {
    applyDetails(queryClient, rescue.id, 8, [{ userId: 'Ben', unconfirmedSince: at3pm }])
    expect(onPage()).toMatchObject({ availableCount: 1, unconfirmedCount: 1 })
    applyDetails(queryClient, rescue.id, 9, [{ userId: 'Ben' }])
    expect(onPage()?.unconfirmedCount).toBeUndefined()
    applyDetails(queryClient, rescue.id, 10, [{ userId: 'Ben', unconfirmedSince: at3pm }])
    applyToggle(queryClient, rescue.id, 11, [{ userId: 'Ben', status: false, sinceMs: noon + 1 }])
    expect(onPage()).toMatchObject({ version: 11, availableCount: 0, unconfirmedCount: undefined })
  })

  test('a card is fetched again if a member who is not on it may change the number of those who have not confirmed', () => {
    applyDetails(queryClient, rescue.id, 8, [{ userId: 'Zoe', note: 'Go' }])
    expect(onCard()?.version).toBe(8)
    applyDetails(queryClient, rescue.id, 9, [{ userId: 'Zoe', unconfirmedSince: at3pm }])
    expect(onCard()?.version).toBe(8)
    expect(staleCopies()).toEqual({ page: true, card: true })
  })

  test('the change is applied to a response that was read before the change and arrives after it', async () => {
    const answer = answerLater()
    const reading = queryClient.fetchQuery({ ...groupQuery(rescue.id), staleTime: 0 })
    answer(rescue)
    expect((await reading).members[1]).toMatchObject({ status: true, until: at3pm })
  })
})

function groupOf(...names: string[]): Group {
  const created = new Date(noon).toISOString()
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
  queryClient.setQueryData(groupsQuery.queryKey, [group])
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

/** Delays the response to the next request. The returned function sends the response. */
function answerLater() {
  const { promise, resolve } = Promise.withResolvers<Response>()
  vi.stubGlobal(
    'fetch',
    vi.fn(() => promise),
  )
  return (group: Group) => resolve(Response.json(group))
}
