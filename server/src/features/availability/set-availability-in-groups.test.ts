import { beforeEach, describe, expect, test } from 'vitest'
import { minuteMs } from '#platform/clock.ts'
import { api } from '#testing/api.ts'
import { useTestApp } from '#testing/test-app.ts'
import type { TestUser } from '#testing/test-user.ts'

const app = useTestApp()
let ana: TestUser
let ben: TestUser
let groupIds: string[]

beforeEach(async () => {
  ana = await app.signUp('Ana')
  ben = await app.signUp('Ben')
  const groups = [await app.groupOf(ben, ana), await app.groupOf(ana, ben), await app.groupOf(ben, ana)]
  groupIds = groups.map(({ id }) => id).sort()
})

const inAll = (
  who: TestUser,
  body: { status: boolean; forMinutes?: number; note?: string; groupIds?: string[] },
) => who.ok(api.setAvailabilityInGroups, { body })

async function statusesOf({ userId }: TestUser) {
  const groups = await ben.groups()
  return Object.fromEntries(
    groups.map(({ id, members }) => [id, members.find(member => member.userId === userId)?.status]),
  )
}

describe('setting an availability in several groups', () => {
  test('changes only the listed groups, and returns only the availabilities that have changed', async () => {
    const [first = '', second = '', third = ''] = groupIds
    expect((await inAll(ana, { status: false })).changed.map(({ groupId }) => groupId)).toEqual(groupIds)
    expect(await inAll(ana, { status: false })).toEqual({ changed: [] })
    const screen = await ben.open()
    const body = { status: true, groupIds: [second, first, first], forMinutes: 30, note: 'here' }
    const { changed } = await inAll(ana, body)
    expect(changed.map(({ groupId, note }) => [groupId, note])).toEqual([
      [second, 'here'],
      [first, 'here'],
    ])
    expect(new Set(changed.map(({ until }) => until)).size).toBe(1)
    expect(await statusesOf(ana)).toEqual({ [first]: true, [second]: true, [third]: false })
    const messages = (await screen.settled()).filter(([name]) => name === 't')
    expect(messages.map(([name, groupId]) => [name, groupId]).sort()).toEqual([
      ['t', first],
      ['t', second],
    ])
    const notifications = await ben.notices()
    expect(notifications.filter(({ action }) => action === 'status')).toHaveLength(2)
  })

  test('fulfils watches, like a toggle in each group', async () => {
    await inAll(ana, { status: false })
    for (const groupId of groupIds)
      await ben.ok(api.addWatch, { params: { groupId }, body: { memberId: ana.userId, forMinutes: 60 } })
    await inAll(ana, { status: true })
    const notifications = await ben.notices()
    expect(notifications.filter(({ action }) => action === 'awaited')).toHaveLength(3)
  })

  test('is refused and changes nothing if the user is not a member of a listed group', async () => {
    const eve = await app.signUp('Eve')
    const { id: foreign } = await app.groupOf(eve)
    const body = { status: false, groupIds: [...groupIds, foreign] }
    expect(await ana.call(api.setAvailabilityInGroups, { body })).toMatchObject({
      status: 404,
      body: { code: 'group-not-found' },
    })
    expect(Object.values(await statusesOf(ana))).toEqual([true, true, true])
  })

  test.each([
    [{ status: true, until: '2000-01-01T00:00:00Z' }, 'until-not-possible'],
    [{ status: true, groupIds: [] }, 'invalid-input'],
    [{ status: false, note: 'here' }, 'invalid-input'],
  ])('is refused with the input %j', async (body, code) => {
    expect(await ana.request('PUT', '/api/availability', body)).toMatchObject({ status: 400, body: { code } })
  })

  test('succeeds and changes nothing for a user without a group', async () => {
    expect(await inAll(await app.signUp('Cyd'), { status: true })).toEqual({ changed: [] })
  })

  test('is refused after the sign-out', async () => {
    await ana.ok(api.signOut)
    expect((await ana.call(api.setAvailabilityInGroups, { body: { status: true } })).status).toBe(401)
  })
})

describe('the limit of changes', () => {
  const limited = useTestApp({ LIMIT_CHANGES_PER_MINUTE: '3' })

  test('if the limit is reached in one group, a change in all groups is refused and changes no other group', async () => {
    const user = await limited.signUp('Ana')
    const [one, two] = [await limited.groupOf(user), await limited.groupOf(user)]
    for (const status of [false, true, false]) await user.turn(one.id, status)
    expect(
      await user.call(api.setAvailabilityInGroups, { body: { status: true, forMinutes: 5 } }),
    ).toMatchObject({
      status: 429,
    })
    const params = { groupId: two.id }
    expect(await user.group(params.groupId)).toMatchObject({ version: two.version, availableCount: 1 })
  })

  test('changes of an end also count towards the limit', async () => {
    const user = await limited.signUp('Ana')
    const { id: groupId } = await limited.groupOf(user)
    const set = (forMinutes: number) =>
      user.call(api.setAvailability, {
        params: { groupId, userId: user.userId },
        body: { status: true, forMinutes },
      })
    for (const minutes of [5, 6, 7]) expect((await set(minutes)).status).toBe(200)
    const refused = await set(8)
    expect(refused).toMatchObject({ status: 429, body: { code: 'too-many-requests' } })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(30)
    limited.clock.advance(minuteMs)
    expect((await set(8)).status).toBe(200)
  })
})

describe('the usual end', () => {
  const toggle = async (status: boolean, details = {}) => {
    const { lastUpdated, until } = await ana.turn(groupIds[0] ?? '', status, details)
    return until && Date.parse(until) - Date.parse(lastUpdated)
  }
  const set = (minutes: number | null) =>
    ana.ok(api.setUsualEnd, { params: { groupId: groupIds[0] ?? '' }, body: { minutes } })

  test('the usual end of a group applies to a new availability without a chosen end, but not in other groups', async () => {
    expect(await set(45)).toEqual({ minutes: 45 })
    expect(await toggle(true)).toBeNull()
    await toggle(false)
    expect(await toggle(true)).toBe(45 * minuteMs)
    app.clock.advance(minuteMs)
    // A request that is repeated because its answer was lost changes nothing.
    expect(await toggle(true)).toBe(45 * minuteMs)
    await toggle(false)
    expect(await toggle(true, { forMinutes: 5 })).toBe(5 * minuteMs)
    await toggle(false)
    expect(await toggle(true, { until: null })).toBeNull()
    await inAll(ana, { status: false })
    const { changed } = await inAll(ana, { status: true })
    expect(changed.filter(({ until }) => until !== null).map(({ groupId }) => groupId)).toEqual([groupIds[0]])
    await set(null)
    await toggle(false)
    expect(await toggle(true)).toBeNull()
  })

  test.each([0, 10_081])('a usual end of %i minutes is refused', async minutes => {
    const params = { groupId: groupIds[0] ?? '' }
    expect((await ana.call(api.setUsualEnd, { params, body: { minutes } })).status).toBe(400)
  })

  test('only the member sees the usual end', async () => {
    await set(45)
    const seenBy = async (who: TestUser) => {
      const { members } = await who.group(groupIds[0] ?? '')
      return members.find(({ userId }) => userId === ana.userId)?.usualEnd
    }
    expect([await seenBy(ana), await seenBy(ben)]).toEqual([45, undefined])
    const groups = await ben.groups()
    expect(JSON.stringify(groups)).not.toContain('usualEnd')
  })
})
