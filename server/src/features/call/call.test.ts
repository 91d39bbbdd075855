import type { Call } from '@grouplight/contract/call.ts'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { disableAccount } from '#features/account/disable-account.ts'
import { hourMs, minuteMs } from '#platform/clock.ts'
import { allSent } from '#testing/all-sent.ts'
import { api } from '#testing/api.ts'
import { FakePushService } from '#testing/fake-push-service.ts'
import { useTestApp } from '#testing/test-app.ts'
import type { TestUser } from '#testing/test-user.ts'

const service = await FakePushService.open()
const app = useTestApp({ PUSH_SERVICES: service.origin })
afterAll(() => service.close())

const names = ['Ana', 'Ben', 'Cyd', 'Dan', 'Eve'] as const
let [ana, ben, cyd, dan, eve] = [] as unknown as [TestUser, TestUser, TestUser, TestUser, TestUser]
let groupId: string

beforeEach(async () => {
  service.clear()
  const users = await Promise.all(names.map(name => app.signUp(name)))
  ;[ana, ben, cyd, dan, eve] = users as [TestUser, TestUser, TestUser, TestUser, TestUser]
  groupId = (await app.groupOf(ana, ben, cyd, dan)).id
  await ana.ok(api.setAskers, { params: { groupId }, body: { askers: 'members' } })
  app.clock.advance(hourMs)
})

const set = (user: TestUser, status: boolean) =>
  user.ok(api.setAvailability, { params: { groupId, userId: user.userId }, body: { status } })
const open = (who: TestUser, body = {}) =>
  who.call(api.openCall, {
    params: { groupId },
    body: { text: 'Fire drill', needed: 2, forMinutes: 60, ...body },
  })
const ask = async (who: TestUser, body = {}) => (await open(who, body)).body as Call
const answer = (who: TestUser, { id }: Call, can: boolean | null, words?: string) =>
  who.call(api.answerCall, { params: { callId: id }, body: { can, ...(words && { words }) } })
const seenBy = async (who: TestUser) => (await who.ok(api.readGroup, { params: { groupId } })).calls?.[0]
const newsOf = async (who: TestUser) => {
  const { notifications } = await who.ok(api.listNotifications)
  return notifications.map(({ message }) => message).filter(message => message.includes('Fire drill'))
}

describe('asking around', () => {
  test('asks the available members, and everybody sees the question', async () => {
    await set(dan, false)
    const screen = await dan.open()
    const call = await ask(ana)
    expect(call).toMatchObject({ text: 'Fire drill', count: 0, asked: { cannot: 0, unanswered: 2 } })
    expect((await screen.next(([name]) => name === 'c'))[3]).toEqual({
      id: call.id,
      asker: { userId: ana.userId, name: 'Ana' },
      text: 'Fire drill',
      needed: 2,
      count: 0,
      endsAt: call.endsAt,
    })
    expect(await seenBy(dan)).not.toHaveProperty('asked')
    expect(await newsOf(ben)).toEqual(['Ana asks in Mountain Rescue: Fire drill'])
    expect([await newsOf(dan), await newsOf(ana)]).toEqual([[], []])
  })

  test('the last answer that is needed closes the call, and the next one is too late', async () => {
    const call = await ask(ana)
    expect((await answer(ben, call, true, 'in 20 minutes')).body).toMatchObject({
      count: 1,
      answer: { can: true },
    })
    expect((await answer(dan, call, false)).body).not.toHaveProperty('who')
    expect((await seenBy(ana))?.asked).toMatchObject({ cannot: 1, unanswered: 1 })
    expect((await answer(cyd, call, true)).body).toMatchObject({
      outcome: 'found',
      who: [{ name: 'Ben', words: 'in 20 minutes' }, { name: 'Cyd' }],
    })
    expect(await answer(dan, call, true)).toMatchObject({
      status: 409,
      body: { code: 'call-closed', message: 'Somebody was faster: it is found.' },
    })
    expect(await newsOf(ana)).toEqual(['Found: Ben, Cyd · Fire drill'])
    expect(await seenBy(dan)).toMatchObject({ outcome: 'found', answer: { can: false } })
    expect(await seenBy(dan)).not.toHaveProperty('who')
    app.clock.advance(hourMs)
    expect(await seenBy(dan)).toBeUndefined()
  })

  test('whoever can may add a few words when it is found, until the time is over', async () => {
    const call = await ask(ana, { needed: 1 })
    await answer(ben, call, true)
    expect((await answer(ben, call, true, 'in 20 minutes')).status).toBe(200)
    expect(await seenBy(ana)).toMatchObject({ outcome: 'found', who: [{ words: 'in 20 minutes' }] })
    expect(await newsOf(ana)).toHaveLength(1)
    app.clock.advance(hourMs)
    expect((await answer(ben, call, true, 'now')).status).toBe(409)
  })

  test('the asker and those who can see a found call until its time is over', async () => {
    const call = await ask(ana, { needed: 1, forMinutes: 90 })
    await answer(ben, call, true)
    app.clock.advance(hourMs)
    const seen = () => Promise.all([ana, ben, cyd].map(async user => (await seenBy(user))?.outcome))
    expect(await seen()).toEqual(['found', 'found', undefined])
    expect((await answer(ben, call, null)).body).not.toHaveProperty('outcome')
    await answer(ben, call, true)
    app.clock.advance(hourMs)
    expect(await seen()).toEqual([undefined, undefined, undefined])
  })

  test('whoever takes a promise back opens the call again, and the asker is told', async () => {
    const call = await ask(ana, { needed: 1 })
    await answer(ben, call, true)
    expect((await answer(ben, call, null)).body).not.toHaveProperty('outcome')
    expect(await newsOf(ana)).toContain('Ben can’t after all · 1 more needed: Fire drill')
    expect((await answer(cyd, call, true)).body).toMatchObject({ outcome: 'found' })
  })

  test('an answer changes no light, and a repeated answer changes nothing', async () => {
    await set(dan, false)
    const call = await ask(ana)
    await answer(dan, call, true)
    const { version, members } = await ana.ok(api.readGroup, { params: { groupId } })
    expect(members.find(({ userId }) => userId === dan.userId)?.status).toBe(false)
    await answer(dan, call, true)
    expect((await ana.ok(api.readGroup, { params: { groupId } })).version).toBe(version)
  })

  test('when the time is over, only the asker hears of it', async () => {
    const call = await ask(ana)
    await answer(ben, call, true)
    app.clock.advance(hourMs)
    await app.runMaintenance()
    expect(await newsOf(ana)).toEqual(['1 of 2 could: Ben · Fire drill'])
    expect(await seenBy(ana)).toMatchObject({ outcome: 'over' })
    expect(await seenBy(ben)).toBeUndefined()
    expect((await answer(cyd, call, true)).body).toMatchObject({
      code: 'call-closed',
      message: 'This is over.',
    })
  })

  test('who becomes available while the call is open is asked, too', async () => {
    await set(dan, false)
    await ask(ana)
    await set(dan, true)
    expect(await newsOf(dan)).toEqual(['Ana asks in Mountain Rescue: Fire drill'])
    expect((await seenBy(ana))?.asked).toMatchObject({ unanswered: 3 })
  })

  test('who is let in while signed out is asked on becoming available', async () => {
    const { address } = await ana.ok(api.createInviteLink, {
      params: { groupId },
      body: { needsApproval: true },
    })
    await eve.ok(api.joinByLink, { body: { code: new URL(address).hash.slice(1) } })
    await eve.ok(api.signOut)
    await ask(ana, { everybody: true })
    await ana.ok(api.admitToGroup, { params: { groupId, userId: eve.userId } })
    await eve.signIn()
    expect(await newsOf(eve)).toEqual([])
    await set(eve, true)
    expect(await newsOf(eve)).toEqual(['Ana asks in Mountain Rescue: Fire drill'])
  })

  test('who was asked before is not asked again when everybody is asked, which is possible once', async () => {
    await set(dan, false)
    const { id: callId } = await ask(ana)
    const askEverybody = () => ana.call(api.askEverybody, { params: { callId } })
    expect((await askEverybody()).body).toMatchObject({ asked: { everybody: true, unanswered: 3 } })
    expect(await askEverybody()).toMatchObject({ status: 409, body: { code: 'nobody-to-ask' } })
    for (const user of [ben, cyd, dan]) expect(await newsOf(user)).toHaveLength(1)
    for (const status of [true, false, true]) await set(dan, status)
    await app.join(ana, groupId, eve)
    for (const status of [false, true]) await set(eve, status)
    for (const user of [dan, eve]) expect(await newsOf(user)).toHaveLength(1)
  })

  test('a call that is open again asks those who have become available meanwhile', async () => {
    await set(dan, false)
    const call = await ask(ana, { needed: 1 })
    await answer(ben, call, true)
    await set(dan, true)
    expect(await newsOf(dan)).toEqual([])
    await answer(ben, call, null)
    expect(await newsOf(dan)).toEqual(['Ana asks in Mountain Rescue: Fire drill'])
  })

  test('the call of a member who leaves ends, and a promise of a member who leaves is taken back', async () => {
    const call = await ask(ben)
    await answer(cyd, call, true)
    await cyd.ok(api.leaveGroup, { params: { groupId } })
    expect(await seenBy(ben)).toMatchObject({ count: 0, who: [] })
    expect(await newsOf(ben)).toContain('Cyd can’t after all · 2 more needed: Fire drill')
    await ben.ok(api.leaveGroup, { params: { groupId } })
    expect(await seenBy(dan)).toBeUndefined()
  })

  test('the creator can withdraw a call, and the asker is told', async () => {
    const call = await ask(ben)
    expect((await cyd.call(api.withdrawCall, { params: { callId: call.id } })).status).toBe(404)
    await ana.ok(api.withdrawCall, { params: { callId: call.id } })
    expect(await newsOf(ben)).toEqual(['Your question was withdrawn: Fire drill'])
    expect(await seenBy(dan)).toBeUndefined()
  })
})

describe('asking is refused', () => {
  const refusal = async (who: TestUser, body = {}) => {
    const { status, body: problem } = await open(who, body)
    return [status, (problem as { code?: string }).code]
  }

  test('if the creator does not allow it', async () => {
    await ana.ok(api.setAskers, { params: { groupId }, body: { askers: 'admins' } })
    expect(await refusal(ben)).toEqual([403, 'may-not-ask'])
    await ana.ok(api.setAskers, { params: { groupId }, body: { askers: null } })
    expect(await refusal(ana)).toEqual([403, 'may-not-ask'])
    expect(await ana.ok(api.readGroup, { params: { groupId } })).not.toHaveProperty('askers')
  })

  test('in the first hour of a membership', async () => {
    const link = await ana.ok(api.createInviteLink, {
      params: { groupId },
      body: { lifetime: 10080, maxUses: 5 },
    })
    const code = new URL(link.address).hash.slice(1)
    await eve.ok(api.joinByLink, { body: { code } })
    expect(await refusal(eve)).toEqual([403, 'may-not-ask'])
    app.clock.advance(hourMs)
    expect(await refusal(eve)).toEqual([200, undefined])
  })

  test('a second time while a call is open, and a fourth time within an hour', async () => {
    for (let n = 0; n < 3; n++) {
      const call = await ask(ben)
      expect(await refusal(ben)).toEqual([409, 'too-many-calls'])
      await ben.ok(api.withdrawCall, { params: { callId: call.id } })
    }
    expect(await refusal(ben)).toEqual([429, 'too-many-requests'])
    app.clock.advance(hourMs)
    expect(await refusal(ben)).toEqual([200, undefined])
  })

  test('if nobody else is available', async () => {
    for (const user of [ben, cyd, dan]) await set(user, false)
    expect(await refusal(ana)).toEqual([409, 'nobody-to-ask'])
    expect(await refusal(ana, { everybody: true })).toEqual([200, undefined])
  })

  test.each([
    { text: 'ab' },
    { text: 'a'.repeat(101) },
    { text: 'a\u0007bc' },
    { text: 'see www.example.org' },
    { needed: 0 },
    { needed: 51 },
    { needed: -1 },
    { needed: 1.5 },
    { forMinutes: 0 },
    { forMinutes: 25 * 60 },
  ])('with the input %j', async body => {
    expect(await refusal(ana, body)).toEqual([400, 'invalid-input'])
  })
})

describe('an answer is refused', () => {
  const refusal = async (reply: ReturnType<typeof answer>) => {
    const { status, body } = await reply
    return [status, (body as { code?: string }).code]
  }
  const gone = [404, 'call-not-found']

  test('after leaving, when removed, from outside the group, and for an unknown call', async () => {
    const call = await ask(ana)
    await ben.ok(api.leaveGroup, { params: { groupId } })
    await ana.ok(api.removeMember, { params: { groupId, userId: cyd.userId } })
    for (const user of [ben, cyd, eve]) expect(await refusal(answer(user, call, true))).toEqual(gone)
    expect(await refusal(answer(dan, { ...call, id: 'AAAAAAAAAAAA' }, true))).toEqual(gone)
    await ana.ok(api.deleteGroup, { params: { groupId } })
    expect(await refusal(answer(dan, call, true))).toEqual(gone)
  })

  test('for another user of the browser, by the asker, and with too many words', async () => {
    const call = await ask(ana)
    const forDan = { params: { callId: call.id }, query: { userId: dan.userId } }
    const body = { can: true }
    expect(await refusal(ben.call(api.answerCall, { ...forDan, body }))).toEqual([
      403,
      'not-your-availability',
    ])
    expect(await refusal(dan.call(api.answerCall, { ...forDan, body }))).toEqual([200, undefined])
    expect(await refusal(answer(ana, call, true))).toEqual([409, 'not-your-call'])
    expect(await refusal(answer(ben, call, true, 'x'.repeat(41)))).toEqual([400, 'invalid-input'])
  })

  test('of a disabled account, whose questions end', async () => {
    const call = await ask(ben)
    await disableAccount(app.services, ben)
    expect(await refusal(answer(ben, call, true))).toEqual([401, 'unauthenticated'])
    expect(await seenBy(dan)).toBeUndefined()
  })
})

test('taking back what was never said changes nothing', async () => {
  const call = await ask(ana)
  expect((await answer(ben, call, null)).body).not.toHaveProperty('answer')
  expect(await newsOf(ana)).toEqual([])
})

describe('ringing', () => {
  beforeEach(async () => {
    for (const user of [ana, ben, cyd, dan]) await service.register(user, user.name.toLowerCase())
  })
  const paths = ['ana', 'ben', 'cyd', 'dan']
  const rung = async () => {
    await allSent(app)
    const texts = paths.flatMap(path =>
      service
        .received(path)
        .map(({ payload: { notification } }) => `${path}: ${notification.title} · ${notification.body}`),
    )
    service.clear()
    return texts
  }

  test('rings those who are asked, again those who have not answered, and tells them silently when it is found', async () => {
    const call = await ask(ana)
    expect(await rung()).toEqual(
      ['ben', 'cyd', 'dan'].map(path =>
        expect.stringContaining(`${path}: Ana asks · Mountain Rescue · Fire drill · 2 needed`),
      ),
    )
    await answer(ben, call, true)
    await answer(cyd, call, false)
    const ring = () => ana.call(api.ringCall, { params: { callId: call.id } })
    expect((await ring()).status).toBe(429)
    app.clock.advance(5 * minuteMs)
    expect((await ring()).status).toBe(200)
    expect(await rung()).toEqual([expect.stringContaining('dan: Ana asks')])
    await answer(cyd, call, true)
    expect(await rung()).toEqual([
      'ana: Mountain Rescue · Found: Ben, Cyd · Fire drill',
      'dan: Mountain Rescue · Found. Thank you!',
    ])
  })

  test('a member who ignores calls in the group hears nothing, and sees the call', async () => {
    await ben.ok(api.setCallAlerts, { params: { groupId }, body: { on: false } })
    await ask(ana)
    expect(await newsOf(ben)).toEqual([])
    expect(await rung()).not.toContainEqual(expect.stringContaining('ben'))
    expect(await seenBy(ben)).toMatchObject({ text: 'Fire drill' })
  })
})

describe('emails', () => {
  const linkIn = async (who: TestUser) => {
    const [email] = (await app.emailsTo(who)).filter(({ kind }) => kind === 'call').slice(-1)
    return email?.text
  }

  test('go to those who are asked and have no device, until they are switched off', async () => {
    await service.register(cyd, 'cyd')
    const mailed = async () => (await app.emailsTo(ben)).filter(({ kind }) => kind === 'call').length
    const call = await ask(ana)
    expect(await mailed()).toBe(1)
    await ana.ok(api.withdrawCall, { params: { callId: call.id } })
    expect((await app.emailsTo(cyd)).filter(({ kind }) => kind === 'call')).toEqual([])
    const text = await linkIn(ben)
    expect(text).toContain('Fire drill')
    const token = /no-call-emails\?token=(\S+)/.exec(text ?? '')?.[1] ?? ''
    await app.guest().ok(api.stopCallEmails, { body: { token } })
    await ask(ana)
    expect(await mailed()).toBe(1)
    expect((await ben.ok(api.readRingingSettings)).mailsCalls).toBe(false)
  })
})
