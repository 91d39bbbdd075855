import { setTimeout as wait } from 'node:timers/promises'
import { and, eq } from 'drizzle-orm'
import { expect, inject, test, vi } from 'vitest'
import { actOnDue } from '#features/availability/act-on-due.ts'
import { hourMs } from '#platform/clock.ts'
import { memberships, notices } from '#platform/database/schema.ts'
import { api } from '#testing/api.ts'
import { useOwnTestApp } from '#testing/test-app.ts'

const rounds = Number(process.env.ROUNDS ?? 200)
const app = useOwnTestApp()
const [ana, ben] = app.users('Ana', 'Ben')

const taps = ['none', 'off', 'on', 'on with an end', 'off and on'] as const

test('a toggle at the instant of an end is never undone by this end, and simultaneous jobs carry out an end only once', {
  timeout: 60_000 + rounds * 1_000,
}, async () => {
  const { id: groupId } = await app.groupOf(ana, ben)
  const other = inject('postgresUrl') === null ? undefined : await app.anotherNode()
  const nodes = [app.services, ...(other ? [other.services] : [])]
  const screen = await ben.open()
  const seen = { ends: 0, tapsFirst: 0 }
  const put = (body: { status: boolean; forMinutes?: number }) => {
    const who = other && Math.random() < 0.5 ? ana.at(other.address) : ana
    return who.ok(api.setAvailability, { params: { groupId, userId: ana.userId }, body })
  }
  for (let round = 0; round < rounds; round++) {
    const tap = taps[round % taps.length]
    const { version: before, lastUpdated: since, until } = await put({ status: true, forMinutes: 1 })
    const end = new Date(until ?? '')
    await vi.waitFor(() => expect(screen.received.some(([, , version]) => version === before)).toBe(true))
    screen.clear()
    app.clock.advance(end.getTime() - app.clock.now().getTime() - 30)

    const tapAll = async () => {
      await waitUntil(end, Math.random() * 6 - 3)
      if (tap === 'off' || tap === 'off and on') await put({ status: false })
      if (tap === 'on' || tap === 'off and on') await put({ status: true })
      if (tap === 'on with an end') await put({ status: true, forMinutes: 60 })
    }
    const act = async (node: (typeof nodes)[number]) => {
      await waitUntil(end, Math.random() * 3)
      await actOnDue(node)
    }
    await Promise.all([tapAll(), ...nodes.flatMap(node => [act(node), act(node)])])
    await actOnDue(app.services)

    const after = await ana.ok(api.readGroup, { params: { groupId } })
    const own = after.members.find(({ userId }) => userId === ana.userId)
    const versions = () => screen.received.flatMap(([name, , version]) => (name === 't' ? [version] : []))
    const expected = Array.from({ length: after.version - before }, (_, at) => before + 1 + at)
    // The messages may arrive in another order, but each version must arrive exactly once.
    await vi.waitFor(() => expect(versions().sort((a, b) => a - b)).toEqual(expected))
    const ends = screen.received.filter(
      ([name, , , at, changes]) => name === 't' && at === end.getTime() && changes?.[ana.userId] === 0,
    )
    expect(ends.length).toBeLessThanOrEqual(1)
    const endNotices = await app.database.$count(
      notices,
      and(eq(notices.action, 'ended'), eq(notices.relatedGroupId, groupId)),
    )
    switch (tap) {
      case 'none':
        expect(own).toMatchObject({ status: false, lastUpdated: until })
        expect([ends.length, endNotices]).toEqual([1, 1])
        break
      case 'off':
        expect(own?.status).toBe(false)
        // `ends` also counts a toggle in the millisecond of the end, because its message is the same.
        expect(endNotices).toBeLessThanOrEqual(ends.length)
        break
      case 'on':
        expect(own?.status).toBe(true)
        expect(own).not.toHaveProperty('until')
        if (ends.length === 0) expect(own?.lastUpdated).toBe(since)
        expect(endNotices).toBe(0)
        break
      case 'on with an end':
        expect(Date.parse(own?.until ?? '')).toBeGreaterThan(end.getTime() + hourMs / 2)
        expect(endNotices).toBe(0)
        break
      case 'off and on':
        expect(own?.status).toBe(true)
        expect(own).not.toHaveProperty('until')
        expect(endNotices).toBe(0)
    }
    const [row] = await app.database
      .select()
      .from(memberships)
      .where(and(eq(memberships.groupId, groupId), eq(memberships.userId, ana.userId)))
    if (!row?.status) expect(row).toMatchObject({ availableUntil: null, note: null, dueAt: null })
    seen.ends += ends.length
    seen.tapsFirst += Number(tap !== 'none' && ends.length === 0)
  }
  process.stdout.write(
    `${rounds} rounds of taps at an end on ${nodes.length} node(s): ${JSON.stringify(seen)}\n`,
  )
  expect(seen.ends).toBeGreaterThan(rounds / 10)
})

function waitUntil(time: Date, moreMs: number): Promise<void> {
  return wait(Math.max(0, time.getTime() - app.clock.now().getTime() + moreMs))
}
