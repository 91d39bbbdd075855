import { and, eq } from 'drizzle-orm'
import { describe, expect, inject, test } from 'vitest'
import { rows } from '#platform/database/database.ts'
import { memberships, watches } from '#platform/database/schema.ts'
import { api } from '#testing/api.ts'
import { checkInvariants } from '#testing/model/invariants.ts'
import { type TestNode, useTestApp } from '#testing/test-app.ts'
import type { Reply, TestUser } from '#testing/test-user.ts'

const rounds = Number(process.env.ROUNDS ?? 200)
const app = useTestApp({
  LIMIT_CHANGES_PER_MINUTE: '100000',
  LIMIT_REQUESTS_PER_SECOND: '100000',
  LIMIT_INVITATIONS_PER_DAY: '100000',
  LIMIT_INVITATIONS_ON_FIRST_DAY: '100000',
  LIMIT_INVITATIONS_PER_ADDRESS: '100000',
})
const [ana, ben, cyd, dan] = app.users('Ana', 'Ben', 'Cyd', 'Dan')
const others = [ben, cyd, dan]

describe.each([1, inject('postgresUrl') === null ? 0 : 2].filter(Boolean))('on %i node(s)', nodes => {
  test('a watch is refused, removed or fulfilled exactly once, even if members become Available while it is added or removed', {
    timeout: 60_000 + rounds * 1_000,
  }, async () => {
    const other = nodes === 2 ? await app.anotherNode() : undefined
    const { id: groupId } = await app.groupOf(ana, ...others)
    const seen = { fulfilled: 0, refused: 0, removed: 0 }
    for (let round = 0; round < rounds; round++) {
      const at = (user: TestUser) => anyNode(user, other)
      const set = (user: TestUser, status: boolean) =>
        at(user).ok(api.setAvailability, {
          params: { groupId, userId: user.userId },
          body: { status },
        })
      const wait = (wish: { memberId: string } | { needed: number }) =>
        at(ana).call(api.addWatch, { params: { groupId }, body: { ...wish, forMinutes: 60 } })
      await Promise.all(others.map(user => set(user, false)))
      const before = await countFulfilled(groupId)

      const wishes = [{ memberId: ben.userId }, { memberId: dan.userId }, { needed: 2 }]
      // While the members become Available, one watch is removed in even rounds, and the watches are added in odd rounds.
      const early = round % 2 === 0 ? await Promise.all(wishes.map(wait)) : []
      const [late, removal] = await Promise.all([
        Promise.all(round % 2 === 0 ? [] : wishes.map(wait)),
        remove(at(ana), early[round % 3]),
        ...others.map(user => set(user, true)),
      ])

      const added = [...early, ...late]
      const accepted = added.filter(({ status }) => status === 200).length
      for (const { status } of added) expect([200, 409]).toContain(status)
      const isRemoved = removal?.status === 204
      const fulfilled = (await countFulfilled(groupId)) - before
      expect(fulfilled).toBe(accepted - Number(isRemoved))
      expect(await app.database.$count(watches, eq(watches.groupId, groupId))).toBe(0)
      const isAvailable = and(eq(memberships.groupId, groupId), eq(memberships.status, true))
      expect(await app.database.$count(memberships, isAvailable)).toBe(4)
      if (round % 10 === 0) await checkInvariants(app.database)
      seen.fulfilled += fulfilled
      seen.refused += added.length - accepted
      seen.removed += Number(isRemoved)
    }
    await checkInvariants(app.database)
    process.stdout.write(`${rounds} rounds of watches on ${nodes} node(s): ${JSON.stringify(seen)}\n`)
    expect(seen.fulfilled).toBeGreaterThanOrEqual(rounds)
  })
})

function anyNode(user: TestUser, other: TestNode | undefined): TestUser {
  return other && Math.random() < 0.5 ? user.at(other.address) : user
}

async function remove(who: TestUser, added: Reply | undefined): Promise<Reply | undefined> {
  if (added?.status !== 200) return undefined
  const { id: watchId } = added.body as { id: string }
  return who.call(api.removeWatch, { params: { watchId } })
}

async function countFulfilled(groupId: string): Promise<number> {
  const [found] = await rows<{ count: number }>(app.database)`
    select count(*)::int as count from notices join notifications on notice_id = id
    where related_group_id = ${groupId} and action in ('awaited', 'reached')`
  return found?.count ?? 0
}
