import { eq } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { minuteMs } from '#platform/clock.ts'
import { follows, groups, prompts, removedMembers, watches } from '#platform/database/schema.ts'
import { api } from '#testing/api.ts'
import { FakePushService } from '#testing/fake-push-service.ts'
import { checkInvariants } from '#testing/model/invariants.ts'
import { useTestApp } from '#testing/test-app.ts'
import type { TestUser } from '#testing/test-user.ts'

const service = await FakePushService.open()
const app = useTestApp({ PUSH_SERVICES: service.origin })
afterAll(() => service.close())
const [ana, ben, cyd] = app.users('Ana', 'Ben', 'Cyd')
let params: { groupId: string }

beforeEach(async () => {
  params = { groupId: (await app.groupOf(ana, ben, cyd)).id }
})

const remove = (user: TestUser, who = ana) =>
  who.call(api.removeMember, { params: { ...params, userId: user.userId } })
const invite = () => ana.invite(params.groupId, ben.email)
const removals = () =>
  app.database.select().from(removedMembers).where(eq(removedMembers.groupId, params.groupId))

async function newestMessage(user: TestUser): Promise<string | undefined> {
  const notifications = await user.notices()
  return notifications[0]?.message
}

describe('removing a member', () => {
  test('the removed user can no longer read the group, and only this user is notified', async () => {
    const before = await Promise.all([ana, cyd].map(newestMessage))
    expect((await remove(ben)).status).toBe(204)
    expect((await ben.call(api.readGroup, { params })).status).toBe(404)
    const { members, memberCount } = await cyd.group(params.groupId)
    expect([memberCount, members.map(({ displayName }) => displayName)]).toEqual([2, ['Cyd', 'Ana']])
    const [notification] = await ben.notices()
    expect(notification).toMatchObject({
      ...{ type: 'membership', action: 'removed', relatedUserId: null, relatedUserName: null },
      message: 'You were removed from the group: Mountain Rescue',
    })
    expect(await Promise.all([ana, cyd].map(newestMessage))).toEqual(before)
    await checkInvariants(app.database)
  })

  test('a device of the removed user rings', async () => {
    await service.register(ben, 'ben')
    await remove(ben)
    const [push] = await service.pushesTo('ben')
    expect(push?.payload.notification.body).toBe('You were removed from the group: Mountain Rescue')
  })

  test('watches, follows, prompts, the offer and the notice of an ended availability are deleted', async () => {
    const memberParams = { ...params, memberId: ben.userId }
    await ben.ok(api.addWatch, { params, body: { needed: 5, forMinutes: 60 } })
    await cyd.turn(params.groupId, false)
    await ben.ok(api.followMember, { params: { ...params, memberId: cyd.userId } })
    await cyd.ok(api.followMember, { params: memberParams })
    const prompt = { days: [1], time: '18:00', until: '22:00', timeZone: 'Europe/Berlin' }
    await ben.ok(api.updateQuestionSettings, { params, body: { prompt } })
    await ana.ok(api.offerGroup, { params, body: { memberId: ben.userId } })
    await ben.turn(params.groupId, true, { forMinutes: 30 })
    app.clock.advance(31 * minuteMs)
    await app.runMaintenance()
    await cyd.ok(api.addWatch, { params, body: { memberId: ben.userId, forMinutes: 60 } })
    const hasEnded = async () =>
      (await ben.notices()).some(
        ({ action, relatedGroupId }) => action === 'ended' && relatedGroupId === params.groupId,
      )
    expect(await hasEnded()).toBe(true)

    await remove(ben)

    for (const table of [watches, follows, prompts])
      expect(await app.database.$count(table, eq(table.groupId, params.groupId))).toBe(0)
    expect((await ana.group(params.groupId)).offeredTo).toBeNull()
    expect(await hasEnded()).toBe(false)
  })

  test('the number of covering members is counted again', async () => {
    await ana.ok(api.setNeeded, { params, body: { needed: 3 } })
    const before = await ana.group(params.groupId)
    await remove(ben)
    const [group] = await app.database.select().from(groups).where(eq(groups.id, params.groupId))
    expect([before.availableCount, group?.covered]).toEqual([3, 2])
    await checkInvariants(app.database)
  })
})

describe('a removed user', () => {
  test('a new invitation lets the user in again, and the stored removal is then deleted', async () => {
    await remove(ben)
    expect(await removals()).toMatchObject([{ userId: ben.userId }])
    await invite()
    const found = await ben.received()
    const invitationId = found.find(({ groupId }) => groupId === params.groupId)?.id ?? ''
    await ben.ok(api.acceptInvitation, { params: { invitationId } })
    expect(await removals()).toEqual([])
  })

  test('for a user who is removed twice, only the later removal is stored', async () => {
    await remove(ben)
    await invite()
    const found = await ben.received()
    const invitationId = found.find(({ groupId }) => groupId === params.groupId)?.id ?? ''
    await ben.ok(api.acceptInvitation, { params: { invitationId } })
    const joinedAt = app.clock.now().getTime()
    app.clock.advance(minuteMs)
    await remove(ben)
    const [second, ...others] = await removals()
    expect(others).toEqual([])
    expect(second?.removedAt.getTime()).toBeGreaterThan(joinedAt)
  })
})
