import { describe, expect, test } from 'vitest'
import { dayMs, hourMs } from '#platform/clock.ts'
import { api } from '#testing/api.ts'
import { useTestApp } from '#testing/test-app.ts'
import type { TestUser } from '#testing/test-user.ts'

const app = useTestApp()

const zones = { Berlin: { 'time-zone': 'Europe/Berlin' }, Auckland: { 'time-zone': 'Pacific/Auckland' } }

describe('the time of a change', () => {
  test('is always exact for the member; for other members, it is exact for 25 hours and then only a day', async () => {
    const [ana, ben] = [await app.signUp('Ana'), await app.signUp('Ben')]
    const { id: groupId } = await app.groupOf(ana, ben)
    const params = { groupId }
    const { lastUpdated } = await ben.turn(groupId, false)
    const bens = async (reader: TestUser, headers?: Record<string, string>) => {
      const { body } = await reader.call(api.readGroup, { params, ...(headers && { headers }) })
      const { members } = api.readGroup.answer?.parse(body) ?? { members: [] }
      return members.find(({ userId }) => userId === ben.userId)?.lastUpdated
    }
    const onCards = async (reader: TestUser) => {
      const { dashboard } = await reader.ok(api.readDashboard)
      const groups = await reader.groups()
      expect(dashboard?.groups).toEqual(groups)
      return groups[0]?.members.find(({ userId }) => userId === ben.userId)?.lastUpdated
    }

    app.clock.advance(24 * hourMs)
    expect([await bens(ana), await bens(ana, zones.Berlin), await onCards(ana)]).toEqual(
      Array(3).fill(lastUpdated),
    )
    app.clock.advance(hourMs)
    const noon = `${lastUpdated.slice(0, 10)}T12:00:00.000Z`
    expect([await bens(ana), await onCards(ana)]).toEqual([noon, noon])
    for (const [zone, headers] of Object.entries(zones)) {
      const day = new Intl.DateTimeFormat('sv', { timeZone: headers['time-zone'], dateStyle: 'short' })
      const shown = new Date((await bens(ana, headers)) ?? '')
      expect(shown, zone).not.toEqual(new Date(lastUpdated))
      expect(day.format(shown), zone).toBe(day.format(new Date(lastUpdated)))
    }
    expect([await bens(ben), await onCards(ben)]).toEqual([lastUpdated, lastUpdated])

    const body = { name: 'Night Watch', description: '' }
    const { members } = await ana.ok(api.updateGroup, { params, body })
    expect(members.find(({ userId }) => userId === ben.userId)?.lastUpdated).toBe(noon)
  })

  test('becomes a day in the reader’s time zone, so each time zone has an entity tag of its own', async () => {
    const [ana, ben] = [await app.signUp('Ana'), await app.signUp('Ben')]
    const params = { groupId: (await app.groupOf(ana, ben)).id }
    app.clock.advance(2 * dayMs)
    const read = async (headers: Record<string, string>) => ana.call(api.readGroup, { params, headers })
    const inBerlin = await read(zones.Berlin)
    const held = { 'if-none-match': inBerlin.headers.get('etag') ?? '' }
    expect((await read({ ...zones.Berlin, ...held })).status).toBe(304)
    expect((await read({ ...zones.Auckland, ...held })).status).toBe(200)
  })
})
