import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { disableAccount, enableAccount } from '#features/account/disable-account.ts'
import { hourMs, minuteMs } from '#platform/clock.ts'
import { newId } from '#platform/tokens.ts'
import { endExpired } from '#start/maintenance/expiry.ts'
import { api } from '#testing/api.ts'
import { CallModel } from '#testing/call-model.ts'
import { checkInvariants } from '#testing/model/invariants.ts'
import { reportProgress } from '#testing/progress.ts'
import { useTestApp } from '#testing/test-app.ts'
import type { TestUser } from '#testing/test-user.ts'

const runs = Number(process.env.ROUNDS ?? 15)
const seed = Number(process.env.SEED ?? Date.now())
const app = useTestApp({ LIMIT_INVITATIONS_PER_DAY: '100000', LIMIT_CALLS_PER_DAY: '100000' })
const [ana, ben, cyd, dan, eve] = app.users('Ana', 'Ben', 'Cyd', 'Dan', 'Eve')
const realNow = app.clock.now
afterEach(() => {
  app.clock.now = realNow
})

const steps = fc.array(
  fc.record({
    action: fc.oneof(
      { weight: 10, arbitrary: fc.constant('answer' as const) },
      { weight: 5, arbitrary: fc.constant('open' as const) },
      { weight: 3, arbitrary: fc.constantFrom('wait' as const, 'withdraw' as const) },
      { weight: 1, arbitrary: fc.constantFrom('leave or join' as const, 'remove' as const) },
      { weight: 1, arbitrary: fc.constantFrom('hand over' as const, 'disable' as const) },
    ),
    who: fc.nat({ max: 4 }),
    whom: fc.nat({ max: 4 }),
    which: fc.nat({ max: 2 }),
    can: fc.constantFrom(true, true, false, null),
    needed: fc.constantFrom(1, 2, 3, null),
    minutes: fc.constantFrom(5, 20, 61),
  }),
  { minLength: 30, maxLength: 50 },
)
type Step = typeof steps extends fc.Arbitrary<(infer Step)[]> ? Step : never

test('after random questions, answers and ends, the server and the model agree about what each member sees', {
  timeout: 60_000 + runs * 20_000,
}, async () => {
  let nowMs = app.clock.now().getTime()
  app.clock.now = () => new Date(nowMs)
  const users = [ana, ben, cyd, dan, eve]
  const statuses: Record<string, number> = {}
  let done = 0
  process.stdout.write(`SEED=${seed} RUNS=${runs}\n`)

  async function run(generated: Step[]): Promise<void> {
    const { id: groupId } = await app.groupOf(ana, ben, cyd, dan, eve)
    await ana.ok(api.setAskers, { params: { groupId }, body: { askers: 'members' } })
    const model = new CallModel(
      ana.userId,
      [ben, cyd, dan, eve].map(({ userId }) => userId),
      nowMs,
    )
    nowMs += hourMs
    for (const step of generated) {
      await app.database.execute(sql`truncate attempts`)
      await take(step, groupId, model)
      for (const user of users.filter(({ userId }) => model.members.has(userId)))
        expect(await seenBy(user, groupId)).toEqual(model.viewOf(user.userId, nowMs))
    }
    await checkInvariants(app.database)
    const creator = users.find(({ userId }) => userId === model.creator) as TestUser
    await creator.ok(api.deleteGroup, { params: { groupId } })
    for (const { id: callId } of model.calls) {
      const answer = await creator.call(api.answerCall, { params: { callId }, body: { can: true } })
      expect(answer.status).toBe(404)
    }
    reportProgress(++done, runs)
  }

  async function take({ action, ...step }: Step, groupId: string, model: CallModel): Promise<void> {
    const user = users[step.who] as TestUser
    const other = users[step.whom] as TestUser
    const call = model.calls[step.which]
    const params = { groupId, callId: call?.id ?? newId(), memberId: other.userId, userId: other.userId }
    const expectStatus = (status: number, expected: number) => {
      expect([action, status]).toEqual([action, expected])
      statuses[`${action} ${status}`] = (statuses[`${action} ${status}`] ?? 0) + 1
    }
    switch (action) {
      case 'open': {
        const { needed, minutes: forMinutes } = step
        const body = { text: 'Fire drill', everybody: true, needed, forMinutes }
        const expected = model.mayOpen(user.userId, nowMs)
        const opened = await user.call(api.openCall, { params, body })
        expectStatus(opened.status, expected)
        const { id } = opened.body as { id: string }
        // The newest call comes first, so two calls must not open at the same time.
        if (expected === 200) model.open(user.userId, id, { needed, endsMs: nowMs++ + forMinutes * minuteMs })
        return
      }
      case 'answer': {
        const { status } = await user.call(api.answerCall, { params, body: { can: step.can } })
        return expectStatus(status, call ? model.answer(call, user.userId, step.can, nowMs) : 404)
      }
      case 'withdraw': {
        const { status } = await user.call(api.withdrawCall, { params })
        return expectStatus(status, call ? model.withdraw(call, user.userId, nowMs) : 404)
      }
      case 'wait':
        nowMs += step.minutes * minuteMs
        model.endDue(nowMs)
        return endExpired(app.services)
      case 'leave or join':
        if (user.userId === model.creator) return
        if (!model.members.has(user.userId)) {
          await app.join(creatorOf(model), groupId, user)
          return model.join(user.userId, nowMs)
        }
        await user.ok(api.leaveGroup, { params })
        return model.end(user.userId, nowMs)
      case 'remove':
        if (other.userId === model.creator || !model.members.has(other.userId)) return
        await creatorOf(model).ok(api.removeMember, { params })
        return model.end(other.userId, nowMs)
      case 'hand over':
        if (other.userId === model.creator || !model.members.has(other.userId)) return
        await creatorOf(model).ok(api.offerGroup, { params, body: { memberId: other.userId } })
        await other.ok(api.acceptOffer, { params })
        model.creator = other.userId
        return
      case 'disable':
        await disableAccount(app.services, user)
        expect((await user.call(api.answerCall, { params, body: { can: true } })).status).toBe(401)
        await enableAccount(app.services, user)
        await user.signIn()
        return model.withdrawAll(user.userId, nowMs)
    }
  }

  const creatorOf = (model: CallModel) => users.find(({ userId }) => userId === model.creator) as TestUser

  await fc.assert(fc.asyncProperty(steps, run), { seed, numRuns: runs, endOnFailure: !process.env.SHRINK })
  process.stdout.write(`${runs} rounds of calls against the model: ${JSON.stringify(statuses)}\n`)
})

async function seenBy(user: TestUser, groupId: string) {
  const { calls = [] } = await user.ok(api.readGroup, { params: { groupId } })
  return calls.map(({ id, outcome, count, answer, who, asked }) => ({
    ...{ id, outcome, count, answer: answer?.can },
    who: who?.map(({ userId }) => userId).sort(),
    asked: asked && { cannot: asked.cannot, unanswered: asked.unanswered },
  }))
}
