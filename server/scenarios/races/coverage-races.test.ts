import { sql } from 'drizzle-orm'
import { describe, expect, inject, test } from 'vitest'
import { recountCoverage } from '#features/group/coverage.ts'
import { addMember, lockGroup } from '#features/group/membership.ts'
import { sendCoverageAlerts } from '#features/group/send-coverage-alerts.ts'
import { minuteMs } from '#platform/clock.ts'
import { commit } from '#platform/database/commit.ts'
import { rows } from '#platform/database/database.ts'
import { api } from '#testing/api.ts'
import { checkInvariants } from '#testing/model/invariants.ts'
import { reportProgress } from '#testing/progress.ts'
import { useOwnTestApp } from '#testing/test-app.ts'
import type { TestUser } from '#testing/test-user.ts'

const rounds = Number(process.env.ROUNDS ?? 4)
const app = useOwnTestApp()

describe.each([1, inject('postgresUrl') === null ? 0 : 2].filter(Boolean))('on %i node(s)', nodes => {
  test('one coverage alert is sent when fifty members become Unavailable or leave at the same time, and one when all are Available again', {
    timeout: 120_000 + rounds * 2_000,
  }, async () => {
    const creator = await app.signUp(`Creator ${nodes}`)
    const members = await Promise.all(
      Array.from({ length: 50 }, (_, at) => app.signUp(`Member ${at} of ${nodes}`)),
    )
    const other = nodes === 2 ? await app.anotherNode() : undefined
    const sites = other ? [app.services, other.services] : [app.services]
    const { id: groupId } = await app.groupOf(creator)
    await addAll(groupId, members)
    await creator.ok(api.setCoverageAlerts, { params: { groupId }, body: { coverage: 'both' } })
    await creator.ok(api.setNeeded, { params: { groupId }, body: { needed: 40 } })
    const all = (act: (user: TestUser) => Promise<unknown>) =>
      Promise.all(members.map((user, at) => act(other && at % 2 ? user.at(other.address) : user)))
    const turn = (status: boolean) =>
      all(user =>
        user.ok(api.setAvailability, { params: { groupId, userId: user.userId }, body: { status } }),
      )

    for (let round = 0; round < rounds; round++) {
      // The rounds alternate: all become Unavailable, all leave, or half of them leave and the others become Unavailable.
      const leaves = members.filter((_, at) => (round % 3 === 2 ? at < 25 : round % 3 === 1))
      const isLeaving = new Set(leaves.map(({ userId }) => userId))
      await all(user =>
        isLeaving.has(user.userId)
          ? user.ok(api.leaveGroup, { params: { groupId } })
          : user.ok(api.setAvailability, {
              params: { groupId, userId: user.userId },
              body: { status: false },
            }),
      )
      expect(await alertsAfterAMinute()).toEqual(['short 1 40'])
      await addAll(groupId, leaves)
      await turn(true)
      expect(await alertsAfterAMinute()).toEqual(['enough 51 40'])
      app.clock.advance(10 * minuteMs)
      reportProgress(round + 1, rounds)
    }
    process.stdout.write(
      `${rounds} rounds of fifty members at once on ${nodes} node(s): one alert in each direction\n`,
    )

    /**
     * Checks the invariants, advances the clock by a minute, and sends the due alerts. Returns each alert as 'side count needed', and
     * deletes all notices.
     */
    async function alertsAfterAMinute(): Promise<string[]> {
      await checkInvariants(app.database)
      app.clock.advance(minuteMs)
      // In the server, a lock prevents parallel runs of this job. Even without the lock, an alert must be sent only once.
      await Promise.all(
        sites.flatMap(services => [sendCoverageAlerts(services), sendCoverageAlerts(services)]),
      )
      const found = await rows<{ alert: string }>(app.database)`
        select concat_ws(' ', n.action, n.count, n.needed) as alert
        from notices n join notifications on notice_id = n.id
        where related_group_id = ${groupId} and action in ('short', 'enough') order by n.id`
      await app.database.execute(sql`delete from notifications`)
      await app.database.execute(sql`delete from notices`)
      return found.map(({ alert }) => alert)
    }
  })
})

async function addAll(groupId: string, users: TestUser[]): Promise<void> {
  const { services } = app
  await commit(services, async transaction => {
    await lockGroup(transaction, groupId)
    const now = services.clock.now()
    for (const { userId } of users) await addMember(transaction, { groupId, userId, now, isAvailable: true })
    await recountCoverage(transaction, services, [groupId])
  })
}
