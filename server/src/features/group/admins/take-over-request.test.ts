import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { disableAccount } from '#features/account/disable-account.ts'
import { dayMs } from '#platform/clock.ts'
import { groups } from '#platform/database/schema.ts'
import { api } from '#testing/api.ts'
import { useTestApp } from '#testing/test-app.ts'
import type { TestUser } from '#testing/test-user.ts'

const app = useTestApp()

const [dan] = app.users('Dan')
let ana: TestUser
let ben: TestUser
let cyd: TestUser
let params: { groupId: string }

beforeEach(async () => {
  ;[ana, ben, cyd] = [await app.signUp('Ana'), await app.signUp('Ben'), await app.signUp('Cyd')]
  await dan.signIn()
  params = { groupId: (await app.groupOf(ana, ben, cyd, dan)).id }
  for (const { userId } of [ben, cyd]) await ana.ok(api.makeDeputy, { params: { ...params, userId } })
})

/** The others sign in again, because their sessions end after 30 days. */
async function passDays(days: number): Promise<void> {
  app.clock.advance(days * dayMs)
  await app.runMaintenance()
  for (const user of [ben, cyd, dan]) await user.signIn()
}

async function messagesTo(user: TestUser, action: string): Promise<string[]> {
  const here = (await user.notices()).filter(({ relatedGroupId }) => relatedGroupId === params.groupId)
  return here.filter(notice => notice.action === action).map(({ message }) => message)
}

const ask = (who: TestUser) => who.ok(api.askToTakeOver, { params })
const read = (who: TestUser) => who.ok(api.readTakeOver, { params })
const createdBy = async () => (await dan.ok(api.readGroup, { params })).createdBy

describe('a creator who has not been here for 60 days', () => {
  test('is away, which only deputies learn', async () => {
    await passDays(59)
    expect(await read(ben)).toEqual({ isCreatorAway: false, asked: null })
    const [before, firstScreen] = [
      await dan.call(api.readGroup, { params }),
      await dan.call(api.readDashboard),
    ]
    const screens = [await dan.open(), await ben.open()]

    app.clock.advance(dayMs)
    await app.runMaintenance()
    expect(await read(ben)).toEqual({ isCreatorAway: true, asked: null })
    await ask(ben)

    const [dans, bens] = await Promise.all(screens.map(screen => screen.settled()))
    expect(dans?.slice(1)).toEqual([])
    expect(bens?.slice(1)).toEqual([['group.invitations.changed', params.groupId]])
    for (const [now, then] of [
      [await dan.call(api.readGroup, { params }), before],
      [await dan.call(api.readDashboard), firstScreen],
    ] as const) {
      expect(now.body).toEqual(then.body)
      expect(now.headers.get('etag')).toBe(then.headers.get('etag'))
    }
    expect(await dan.call(api.readTakeOver, { params })).toMatchObject({
      status: 403,
      body: { code: 'not-group-creator' },
    })
  })

  test('is not away if a session was used in this time, or if there are no deputies', async () => {
    for (let month = 0; month < 3; month++) {
      await passDays(29)
      await ana.ok(api.readSession)
    }
    await app.runMaintenance()
    expect(await read(ben)).toMatchObject({ isCreatorAway: false })
    for (const deputy of [ben, cyd])
      await deputy.ok(api.endDeputy, { params: { ...params, userId: deputy.userId } })
    await app.runMaintenance()
    const [group] = await app.database.select().from(groups).where(eq(groups.id, params.groupId))
    expect(group?.creatorSeenOn).toBeNull()
  })

  test('cannot be asked before', async () => {
    expect(await ben.call(api.askToTakeOver, { params })).toMatchObject({
      status: 409,
      body: { code: 'group-has-admin', message: 'The admin is here again.' },
    })
  })
})

describe('a deputy who asks to take over', () => {
  beforeEach(() => passDays(60))

  test('is announced to the creator once, by a notification and an email, and other deputies hear who was faster', async () => {
    const { asked } = await ask(ben)
    expect(asked).toEqual({ userId: ben.userId, at: expect.any(String) })
    expect(await ask(ben)).toEqual({ isCreatorAway: true, asked })
    expect(await cyd.call(api.askToTakeOver, { params })).toMatchObject({
      status: 409,
      body: { code: 'group-has-admin', message: 'Ben was faster.' },
    })
    const mails = (await app.emailsTo(ana)).filter(({ kind }) => kind === 'take-over')
    expect(mails.map(({ subject }) => subject)).toEqual(['Ben asks to take over Mountain Rescue'])
    expect(mails[0]?.text).toContain(`${app.url}/groups/${params.groupId}`)
    await ana.signIn()
    expect(await messagesTo(ana, 'asked')).toEqual(['Ben asks to take over your group: Mountain Rescue'])
  })

  test('becomes the creator after 14 days', async () => {
    await ask(ben)
    await passDays(13)
    expect(await createdBy()).toBe(ana.userId)
    await passDays(1)
    expect(await createdBy()).toBe(ben.userId)
    expect(await read(ben)).toEqual({ isCreatorAway: false, asked: null })
    expect((await dan.ok(api.readGroup, { params })).deputies).toEqual([cyd.userId])
  })

  test('is told that the creator, who has signed in, stays', async () => {
    await ask(ben)
    await ana.signIn()
    expect(await read(cyd)).toEqual({ isCreatorAway: false, asked: null })
    expect(await messagesTo(ben, 'kept')).toEqual(['Ana stays the admin of Mountain Rescue'])
    await passDays(14)
    expect(await createdBy()).toBe(ana.userId)
  })

  test.each<[string, () => Promise<unknown>]>([
    ['stops being one', () => ben.ok(api.endDeputy, { params: { ...params, userId: ben.userId } })],
    ['leaves', () => ben.ok(api.leaveGroup, { params })],
    ['is disabled', () => disableAccount(app.services, ben)],
  ])('does not get the group if the deputy %s', async (_, go) => {
    await ask(ben)
    await go()
    app.clock.advance(14 * dayMs)
    await app.runMaintenance()
    await Promise.all([cyd.signIn(), dan.signIn()])
    expect(await createdBy()).toBe(ana.userId)
    await ask(cyd)
  })
})
