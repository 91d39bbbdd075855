import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterEach, expect, inject, test } from 'vitest'
import { disableAccount, enableAccount } from '#features/account/disable-account.ts'
import { hourMs, minuteMs } from '#platform/clock.ts'
import { rows } from '#platform/database/database.ts'
import { newId } from '#platform/tokens.ts'
import { endExpired } from '#start/maintenance/expiry.ts'
import { api } from '#testing/api.ts'
import { askKilledServer } from '#testing/killed-server.ts'
import {
  answerCall,
  askAvailable,
  askEverybody,
  endCallsOf,
  endDueCalls,
  mayAsk,
  openCall,
  withdrawCall,
  withdrawCallsOf,
} from '#testing/model/calls.ts'
import { toCallView } from '#testing/model/compare.ts'
import { checkInvariants } from '#testing/model/invariants.ts'
import { callsSeenBy, type ModelGroup } from '#testing/model/model-state.ts'
import { addToGroup } from '#testing/model/predict-availability.ts'
import { newGroup } from '#testing/model/predict-group.ts'
import { reportProgress } from '#testing/progress.ts'
import { useTestApp } from '#testing/test-app.ts'
import type { Reply, TestUser } from '#testing/test-user.ts'

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
      {
        weight: 4,
        arbitrary: fc.constantFrom('toggle' as const, 'toggle' as const, 'ask everybody' as const),
      },
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
    everybody: fc.boolean(),
  }),
  { minLength: 30, maxLength: 50 },
)
type Step = typeof steps extends fc.Arbitrary<(infer Step)[]> ? Step : never
/** From when the next step is sent to a server that is killed meanwhile. The embedded database allows no second server. */
const killed =
  inject('postgresUrl') === null ? fc.constant(null) : fc.option(fc.nat({ max: 29 }), { freq: 2 })
const mayBeKilled = ['answer', 'open', 'ask everybody', 'withdraw']

test('after random questions, answers and ends, the server and the model agree about what each member sees', {
  timeout: 60_000 + runs * 20_000,
}, async () => {
  let nowMs = app.clock.now().getTime()
  const context = () => ({ nowMs, nameOf: () => '', tell: () => {} })
  app.clock.now = () => new Date(nowMs)
  const users = [ana, ben, cyd, dan, eve]
  const statuses: Record<string, number> = {}
  const kills = { answered: 0, 'committed without an answer': 0, repeated: 0 }
  let done = 0
  process.stdout.write(`SEED=${seed} RUNS=${runs}\n`)

  async function run(generated: Step[], killedFrom: number | null): Promise<void> {
    const { id: groupId } = await app.groupOf(ana, ben, cyd, dan, eve)
    await ana.ok(api.setAskers, { params: { groupId }, body: { askers: 'members' } })
    const model: ModelGroup = { ...newGroup(groupId, '', ana.userId), askers: 'members' }
    for (const { userId } of users) addToGroup(model, userId, context())
    nowMs += hourMs
    let isKilled = false
    for (const [at, step] of generated.entries()) {
      await app.database.execute(sql`truncate attempts`)
      const kill: boolean =
        !isKilled && killedFrom !== null && at >= killedFrom && mayBeKilled.includes(step.action)
      isKilled ||= kill
      await take(step, groupId, model, kill)
      // The clock of the killed server went on.
      if (kill) await passTime(1.5, model)
      for (const user of users.filter(({ userId }) => userId in model.members))
        expect(await seenBy(user, groupId)).toEqual(callsSeenBy(model.calls, user.userId, nowMs))
    }
    await checkInvariants(app.database)
    const found = await rows<{ id: string; count: number }>(app.database)`
      select call_id as id, count(*)::int as count from notices where related_group_id = ${groupId} and action = 'found' group by 1`
    expect(found.toSorted(byId)).toEqual(
      model.calls.flatMap(({ id, found: count }) => (count > 0 ? [{ id, count }] : [])).sort(byId),
    )
    const creator = users.find(({ userId }) => userId === model.creator) as TestUser
    await creator.ok(api.deleteGroup, { params: { groupId } })
    for (const { id: callId } of model.calls) {
      const answer = await creator.call(api.answerCall, { params: { callId }, body: { can: true } })
      expect(answer.status).toBe(404)
    }
    reportProgress(++done, runs)
  }

  async function take(
    { action, ...step }: Step,
    groupId: string,
    model: ModelGroup,
    isKilled: boolean,
  ): Promise<void> {
    const user = users[step.who] as TestUser
    const other = users[step.whom] as TestUser
    const call = model.calls[step.which]
    const params = { groupId, callId: call?.id ?? newId(), memberId: other.userId, userId: other.userId }
    let isUnknown = false
    const expectStatus = (status: number, expected: number) => {
      // Whoever asks the same again learns that it has happened.
      const hasHappened = isUnknown && expected < 300 && status === 409
      if (isKilled)
        kills[!isUnknown ? 'answered' : hasHappened ? 'committed without an answer' : 'repeated']++
      expect([action, hasHappened ? expected : status]).toEqual([action, expected])
      statuses[`${action} ${status}`] = (statuses[`${action} ${status}`] ?? 0) + 1
    }
    const send = async (by: (user: TestUser) => Promise<Reply>): Promise<Reply> => {
      const reply = isKilled ? await askKilledServer(app, user, nowMs, by) : null
      isUnknown = isKilled && !reply
      return reply ?? by(user)
    }
    switch (action) {
      case 'open': {
        const { needed, everybody, minutes: forMinutes } = step
        const body = { text: 'Fire drill', everybody, needed, forMinutes }
        const expected = mayAsk(model, { asker: user.userId, everybody, isLimited: false }, nowMs)
        expectStatus((await send(user => user.call(api.openCall, { params, body }))).status, expected)
        if (expected !== 200) return
        const [newest] = (await user.ok(api.readGroup, { params })).calls ?? []
        if (!newest) throw new Error('The call is not shown')
        const about = { id: newest.id, asker: user.userId, text: '', endsMs: Date.parse(newest.endsAt) }
        openCall(model, { ...about, needed, everybody }, context())
        // The newest call comes first, so two calls must not open at the same time.
        nowMs++
        return
      }
      case 'answer': {
        const { status } = await send(user => user.call(api.answerCall, { params, body: { can: step.can } }))
        return expectStatus(
          status,
          call ? answerCall(model, call, { user: user.userId, can: step.can }, context()) : 404,
        )
      }
      case 'ask everybody': {
        const own = model.calls.find(({ asker }) => asker === user.userId) ?? call
        const callId = own?.id ?? params.callId
        const { status } = await send(user => user.call(api.askEverybody, { params: { callId } }))
        return expectStatus(status, own ? askEverybody(model, own, user.userId, context()) : 404)
      }
      case 'withdraw': {
        const { status } = await send(user => user.call(api.withdrawCall, { params }))
        return expectStatus(status, call ? withdrawCall(model, call, user.userId, context()) : 404)
      }
      case 'toggle': {
        if (!(user.userId in model.members)) return
        const status = !model.members[user.userId]
        await user.ok(api.setAvailability, { params: { groupId, userId: user.userId }, body: { status } })
        model.members[user.userId] = status
        return askAvailable(model, context())
      }
      case 'wait':
        return passTime(step.minutes, model)
      case 'leave or join':
        if (user.userId === model.creator) return
        if (!(user.userId in model.members)) {
          await app.join(creatorOf(model), groupId, user)
          return addToGroup(model, user.userId, context())
        }
        await user.ok(api.leaveGroup, { params })
        return leave(user.userId, model)
      case 'remove':
        if (other.userId === model.creator || !(other.userId in model.members)) return
        await creatorOf(model).ok(api.removeMember, { params })
        return leave(other.userId, model)
      case 'hand over':
        if (other.userId === model.creator || !(other.userId in model.members)) return
        await creatorOf(model).ok(api.offerGroup, { params, body: { memberId: other.userId } })
        await other.ok(api.acceptOffer, { params })
        model.creator = other.userId
        return
      case 'disable':
        await disableAccount(app.services, user)
        expect((await user.call(api.answerCall, { params, body: { can: true } })).status).toBe(401)
        await enableAccount(app.services, user)
        await user.signIn()
        if (user.userId in model.members) model.members[user.userId] = false
        return withdrawCallsOf(model, user.userId, nowMs)
    }
  }

  function leave(userId: string, model: ModelGroup): void {
    delete model.members[userId]
    delete model.details[userId]
    endCallsOf(model, userId, context())
  }

  async function passTime(minutes: number, model: ModelGroup): Promise<void> {
    nowMs += minutes * minuteMs
    endDueCalls(model, context())
    await endExpired(app.services)
  }

  const creatorOf = (model: ModelGroup) => users.find(({ userId }) => userId === model.creator) as TestUser

  await fc.assert(fc.asyncProperty(steps, killed, run), {
    seed,
    numRuns: runs,
    endOnFailure: !process.env.SHRINK,
  })
  process.stdout.write(
    `${runs} rounds of calls against the model: ${JSON.stringify(statuses)}, killed: ${JSON.stringify(kills)}\n`,
  )
})

const byId = (one: { id: string }, other: { id: string }) => (one.id < other.id ? -1 : 1)

async function seenBy(user: TestUser, groupId: string) {
  const { calls = [] } = await user.ok(api.readGroup, { params: { groupId } })
  return calls.map(toCallView)
}
