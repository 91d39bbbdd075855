import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { recountCoverage } from '#features/group/coverage.ts'
import { lockGroup } from '#features/group/membership.ts'
import { minuteMs, secondMs } from '#platform/clock.ts'
import { commit } from '#platform/database/commit.ts'
import { rows } from '#platform/database/database.ts'
import { endExpired } from '#start/maintenance/expiry.ts'
import { api } from '#testing/api.ts'
import { CoverageModel, type Side } from '#testing/coverage-model.ts'
import { checkInvariants } from '#testing/model/invariants.ts'
import { reportProgress } from '#testing/progress.ts'
import { useTestApp } from '#testing/test-app.ts'
import type { TestUser } from '#testing/test-user.ts'

const app = useTestApp({ LIMIT_INVITATIONS_PER_DAY: '100000' })
const [ana, ben, cyd, dan] = app.users('Ana', 'Ben', 'Cyd', 'Dan')

const steps = fc.array(
  fc.record({
    action: fc.oneof(
      { weight: 8, arbitrary: fc.constant('wait' as const) },
      { weight: 8, arbitrary: fc.constant('toggle' as const) },
      { weight: 2, arbitrary: fc.constantFrom('leave or join' as const, 'ask' as const) },
      { weight: 1, arbitrary: fc.constantFrom('sign out' as const, 'number' as const) },
    ),
    who: fc.nat({ max: 3 }),
    yes: fc.boolean(),
    ms: fc.constantFrom(
      secondMs,
      30 * secondMs,
      minuteMs - 1,
      minuteMs,
      minuteMs,
      5 * minuteMs,
      9 * minuteMs,
    ),
    number: fc.constantFrom(1, 2, 3, 3, 4, null),
  }),
  { minLength: 40, maxLength: 70 },
)
type GeneratedStep = typeof steps extends fc.Arbitrary<(infer Step)[]> ? Step : never

type Notice = { side: Side; atMs: number; count: number; needed: number }

const alertsIn = (groupId: string) =>
  rows<Notice>(app.database)`
    select action as side, (extract(epoch from created_at) * 1000)::float8 as "atMs", count, needed
    from notices where related_group_id = ${groupId} and action in ('short', 'enough') order by id`

describe('random changes in a group with a needed number', () => {
  const users = () => [ana, ben, cyd, dan]
  const runs = Number(process.env.ROUNDS ?? 20)
  const realNow = app.clock.now
  afterEach(() => {
    app.clock.now = realNow
  })

  test('the server sends the same coverage alerts as the model, and never two of the same side within ten minutes', {
    timeout: 60_000 + runs * 10_000,
  }, async () => {
    let nowMs = app.clock.now().getTime()
    app.clock.now = () => new Date(nowMs)
    const seen = { alerts: 0, done: 0 }
    const numberChangesMs: number[] = []
    const seed = Number(process.env.SEED ?? Date.now())
    process.stdout.write(`SEED=${seed} RUNS=${runs}\n`)

    async function run(generated: GeneratedStep[]): Promise<void> {
      await app.database.execute(sql`truncate attempts`)
      const { id: groupId } = await app.groupOf(ana, ben, cyd, dan)
      await ana.ok(api.setCoverageAlerts, { params: { groupId }, body: { coverage: 'both' } })
      const model = new CoverageModel()
      numberChangesMs.length = 0
      for (const { userId } of users()) model.setAvailable(userId, true, nowMs)
      model.setNeeded(3, nowMs)
      await ana.ok(api.setNeeded, { params: { groupId }, body: { needed: 3 } })
      for (const step of generated) {
        await take(step, groupId, model)
        expect(await alertsIn(groupId)).toEqual(model.alerts)
        await checkInvariants(app.database)
      }
      expectFewAlerts(model.alerts, numberChangesMs)
      seen.alerts += model.alerts.length
      reportProgress(++seen.done, runs)
      await ana.ok(api.deleteGroup, { params: { groupId } })
    }

    async function take(step: GeneratedStep, groupId: string, model: CoverageModel): Promise<void> {
      const user = users()[step.who] as TestUser
      const member = model.members.get(user.userId)
      const params = { groupId, userId: user.userId }
      switch (step.action) {
        case 'wait':
          nowMs += step.ms
          model.runJob(nowMs)
          return endExpired(app.services)
        case 'number':
          model.setNeeded(step.number, nowMs)
          numberChangesMs.push(nowMs)
          await ana.ok(api.setNeeded, { params, body: { needed: step.number } })
          return
        case 'leave or join':
          if (user === ana) return
          if (member) {
            model.members.delete(user.userId)
            model.judge(nowMs)
            return user.ok(api.leaveGroup, { params })
          }
          model.setAvailable(user.userId, true, nowMs)
          return app.join(ana, groupId, user)
        case 'sign out':
          await user.ok(api.signOut)
          await user.signIn()
          if (member) model.setAvailable(user.userId, false, nowMs)
          return
        case 'toggle': {
          if (!member) return
          const forMinutes = step.yes && step.number ? step.number : undefined
          const untilMs = forMinutes && nowMs + forMinutes * minuteMs
          model.setAvailable(user.userId, step.yes, nowMs, untilMs)
          await user.ok(api.setAvailability, { params, body: { status: step.yes, forMinutes } })
          return
        }
        case 'ask':
          if (!member?.isAvailable) return
          member.isAsked = step.yes
          model.judge(nowMs)
          return ask(params, step.yes)
      }
    }

    /** Opens or closes the member's question directly in the database. */
    async function ask({ groupId, userId }: { groupId: string; userId: string }, isAsked: boolean) {
      await commit(app.services, async transaction => {
        await lockGroup(transaction, groupId)
        await transaction.execute(sql`
          update memberships set asked_at = ${isAsked ? app.clock.now().toISOString() : null}
          where group_id = ${groupId} and user_id = ${userId}`)
        await recountCoverage(transaction, app.services, [groupId])
      })
    }

    await fc.assert(fc.asyncProperty(steps, run), { seed, numRuns: runs, endOnFailure: !process.env.SHRINK })
    process.stdout.write(`${seen.alerts} alerts were sent in ${runs} groups\n`)
    expect(seen.alerts).toBeGreaterThan(runs / 4)
  })

  /**
   * Alerts of the same side must be at least ten minutes apart. Successive alerts must have different sides, unless the needed number
   * has changed between them.
   */
  function expectFewAlerts(alerts: Notice[], numberChangesMs: number[]): void {
    for (const [at, { side, atMs }] of alerts.entries()) {
      const last = alerts.slice(0, at).findLast(other => other.side === side)
      if (last) expect(atMs - last.atMs).toBeGreaterThanOrEqual(10 * minuteMs)
      const before = alerts[at - 1]
      const isNew = numberChangesMs.some(changedMs => before && changedMs >= before.atMs && changedMs <= atMs)
      if (before && !isNew) expect(before.side).not.toBe(side)
    }
  }
})
