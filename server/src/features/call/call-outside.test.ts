import type { Call } from '@grouplight/contract/call.ts'
import { beforeEach, expect, test } from 'vitest'
import { hourMs } from '#platform/clock.ts'
import { hookDeliveries } from '#platform/database/schema.ts'
import { allSent } from '#testing/all-sent.ts'
import { api } from '#testing/api.ts'
import { getWithBoardCode, makeBoard } from '#testing/boards.ts'
import { newKey, withKey } from '#testing/keys.ts'
import { useHookReceiver } from '#testing/shared-server.ts'
import { useTestApp } from '#testing/test-app.ts'
import type { TestUser } from '#testing/test-user.ts'

const receiver = await useHookReceiver()
const app = useTestApp()
const names = ['Ana', 'Ben', 'Cyd'] as const
let [ana, ben, cyd] = [] as unknown as [TestUser, TestUser, TestUser]
let groupId: string

beforeEach(async () => {
  receiver.requests.length = 0
  ;[ana, ben, cyd] = (await Promise.all(names.map(name => app.signUp(name)))) as [
    TestUser,
    TestUser,
    TestUser,
  ]
  groupId = (await app.groupOf(ana, ben, cyd)).id
  await ana.ok(api.setAskers, { params: { groupId }, body: { askers: 'members' } })
})

const question = { text: 'Fire drill', needed: 1, forMinutes: 60 }
const ask = (who: TestUser, body: object = {}): Promise<Call> =>
  who.ok(api.openCall, { params: { groupId }, body: { ...question, ...body } })
const answer = (who: TestUser, { id: callId }: Call, can: boolean | null) =>
  who.ok(api.answerCall, { params: { callId }, body: { can } })

test('a board shows what is asked only if this was chosen, and names only the askers who are shown outside', async () => {
  app.clock.advance(hourMs)
  const choices = [{}, { showsCalls: true }, { showsCalls: true, showsNames: true }]
  const boards = await Promise.all(choices.map(choice => makeBoard(ana, groupId, choice)))
  const shown = () =>
    Promise.all(
      boards.map(async ({ code }) => {
        const { body, headers } = await getWithBoardCode(app.guest(), api.readBoard, code)
        return [(body as { calls?: unknown }).calls, headers.has('access-control-allow-origin')]
      }),
    )
  expect(await shown()).toEqual([
    [undefined, true],
    [undefined, false],
    [undefined, false],
  ])
  const call = await ask(ben, { needed: 2 })
  await answer(cyd, call, true)
  const seen = { text: 'Fire drill', needed: 2, count: 1 }
  expect((await shown()).map(([calls]) => calls)).toEqual([undefined, [seen], [seen]])
  await ben.ok(api.setShownOutside, { params: { groupId }, body: { shown: true } })
  expect((await shown()).map(([calls]) => calls)).toEqual([undefined, [seen], [{ ...seen, asker: 'Ben' }]])
  await ben.ok(api.withdrawCall, { params: { callId: call.id } })
  expect((await shown()).map(([calls]) => calls)).toEqual([undefined, undefined, undefined])
})

test('hooks of a group are told numbers when a call opens and ends, and what it asks only if this was chosen', async () => {
  await receiver.addToGroup(ana, groupId, '/numbers', { kind: 'chat' })
  await receiver.addToGroup(ana, groupId, '/texts', { kind: 'chat', tellsCallTexts: true })
  app.clock.advance(hourMs)
  const told = async (path: string) => {
    await allSent(app)
    const texts = receiver.requestsTo(path).map(({ body }) => JSON.parse(body).text as string)
    // The counts of the group come at any time in the first second.
    return texts.filter(text => !text.includes('available'))
  }
  const call = await ask(ben)
  await allSent(app)
  await answer(cyd, call, true)
  await allSent(app)
  await answer(cyd, call, null)
  await allSent(app)
  await ben.ok(api.withdrawCall, { params: { callId: call.id } })
  expect(await told('/texts')).toEqual([
    'Mountain Rescue: Fire drill · 0 of 1',
    'Mountain Rescue: Fire drill · found',
    'Mountain Rescue: Fire drill · 0 of 1',
    'Mountain Rescue: Fire drill · over',
  ])
  const numbers = (await told('/texts')).map(text => text.replace('Fire drill', 'somebody asks around'))
  expect(await told('/numbers')).toEqual(numbers)
})

test('no delivery to a hook of a group contains what is asked', async () => {
  const { id: hookId } = await receiver.addToGroup(ana, groupId, '/late', { tellsCallTexts: true })
  app.clock.advance(hourMs)
  await ask(ben)
  const stored = await app.database.select().from(hookDeliveries)
  expect(JSON.stringify(stored)).not.toContain('Fire drill')
  await ana.ok(api.removeGroupHook, { params: { groupId, hookId } })
})

test('a hook of a user is told of calls like of other notifications', async () => {
  await receiver.add(ben, '/ben')
  app.clock.advance(hourMs)
  const { id: callId } = await ask(ana)
  await allSent(app)
  const [{ body } = { body: '{}' }] = receiver.requestsTo('/ben')
  expect(JSON.parse(body).data).toMatchObject({
    kind: 'membership.call',
    title: 'Ana asks',
    callId,
    needed: 1,
  })
})

test('a key sees the calls of its groups, answers only in them, and asks only with the right to ask', async () => {
  const { token: asks } = await newKey(ben, { mayAsk: true, groupIds: [groupId] })
  const { token: switches } = await newKey(cyd, { maySwitch: true, groupIds: [groupId] })
  const { id: otherId } = await app.groupOf(cyd, ana)
  const { token: elsewhere } = await newKey(cyd, { maySwitch: true, groupIds: [otherId] })
  app.clock.advance(hourMs)
  const asked = await ben.call(api.openCall, { params: { groupId }, body: question, ...withKey(asks) })
  expect(asked.status).toBe(200)
  const { id: callId } = asked.body as Call
  const answerBy = (token: string) =>
    cyd.call(api.answerCall, { params: { callId }, body: { can: true }, ...withKey(token) })
  expect((await answerBy(elsewhere)).status).toBe(404)
  expect((await answerBy(switches)).body).toMatchObject({ outcome: 'found' })
  const { body } = await ben.call(api.readGroup, { params: { groupId }, ...withKey(asks) })
  expect(body).toMatchObject({ calls: [{ id: callId, who: [{ name: 'Cyd' }] }] })
})
