import { beforeAll, beforeEach, expect, test } from 'vitest'
import { commit } from '#platform/database/commit.ts'
import { api } from '#testing/api.ts'
import { usePushService } from '#testing/shared-server.ts'
import { useTestApp } from '#testing/test-app.ts'
import type { TestUser } from '#testing/test-user.ts'
import { announce } from './announce.ts'
import { notify } from './notify.ts'

const app = useTestApp()
const service = await usePushService()

const [ana, ben, cyd] = app.users('Ana', 'Ben', 'Cyd')
beforeAll(async () => {
  await service.register(ana, 'ana')
  await service.register(ben, 'ben')
  await ben.ok(api.setLanguage, { body: { language: 'de' } })
})
beforeEach(() => service.clear())

const textOf = async (path: string, count = 1) =>
  (await service.pushesTo(path, count)).map(({ payload: { notification: n } }) => [n.title, n.body])

test('an invitation rings the device of the invitee, and joining and leaving ring the device of the creator', async () => {
  const { id: groupId } = await app.groupOf(ana)
  const params = { groupId }
  await ana.invite(params.groupId, ben.email, 'stranger@example.org')
  expect(await textOf('ben')).toEqual([['Ana lädt dich ein', 'Mountain Rescue']])
  const [invitation] = await ben.received()
  await ben.ok(api.acceptInvitation, { params: { invitationId: invitation?.id ?? '' } })
  expect(await textOf('ana')).toEqual([['Mountain Rescue', 'Ben joined your group: Mountain Rescue']])
  const [joined] = await service.pushesTo('ana')
  const notifications = await ana.notices()
  expect(joined).toMatchObject({ urgency: 'normal', ttl: 86_400 })
  expect(joined?.payload.notification.data).toEqual({
    kind: 'membership.joined.creator',
    groupId,
    noticeId: notifications[0]?.id,
  })
  await ben.ok(api.leaveGroup, { params })
  expect((await textOf('ana', 2))[1]).toEqual(['Mountain Rescue', 'Ben left your group: Mountain Rescue'])
  expect(service.requests.sort()).toEqual(['ana', 'ana', 'ben'])
})

test('deleting a group rings only the devices of the other members, each in the language of its user', async () => {
  const { id: groupId } = await app.groupOf(cyd, ben)
  service.clear()
  await cyd.ok(api.deleteGroup, { params: { groupId } })
  expect(await textOf('ben')).toEqual([
    ['Mountain Rescue', 'Die Gruppe „Mountain Rescue“ wurde vom Admin gelöscht'],
  ])
  service.clear()
  const own = await app.groupOf(ana)
  await ana.ok(api.deleteGroup, { params: { groupId: own.id } })
  await announce(app.services, { message: 'The server moves tonight.' })
  // A push about Ana's own deletion of the group would have been sent before the push of the announcement.
  expect(await textOf('ana')).toEqual([['Grouplight', 'The server moves tonight.']])
  expect(await textOf('ben')).toEqual([['Grouplight', 'The server moves tonight.']])
})

test('a push is not stored if its transaction is rolled back', async () => {
  const rolledBack = commit(app.services, async transaction => {
    await notify(transaction, app.clock, { kind: 'group.deleted.member', recipients: [ana.userId] })
    throw new Error('rolled back')
  })
  await expect(rolledBack).rejects.toThrow('rolled back')
  await announce(app.services, { message: 'Hello' })
  expect(await textOf('ana')).toEqual([['Grouplight', 'Hello']])
})

test('the pushes of fulfilled watches are urgent, are sent despite the mute and the rule “none”, and replace no other push', async () => {
  const { id: groupId } = await app.groupOf(cyd, ana, ben)
  // Ana is told that Ben has joined.
  await service.pushesTo('ana')
  const set = (who: TestUser, status: boolean) => who.turn(groupId, status)
  for (const user of [ana, ben, cyd]) await set(user, false)
  for (const user of [ana, ben])
    await user.ok(api.setRingingRule, { params: { groupId }, body: { rule: 'none' } })
  await ben.ok(api.updateRingingSettings, { body: { muteForMinutes: 60 } })
  service.clear()
  for (const wish of [{ memberId: cyd.userId }, { needed: 1 }, { needed: 2 }])
    await ben.ok(api.addWatch, { params: { groupId }, body: { ...wish, forMinutes: 60 } })
  await set(cyd, true)
  await set(ana, true)
  expect((await textOf('ben', 3)).sort()).toEqual([
    ['Mountain Rescue', 'Außer dir ist jetzt 1 Mitglied in Mountain Rescue verfügbar'],
    ['Mountain Rescue', 'Außer dir sind jetzt 2 in Mountain Rescue verfügbar'],
    ['Mountain Rescue', 'Du wolltest es wissen: Cyd ist jetzt verfügbar in Mountain Rescue'],
  ])
  const pushes = await service.pushesTo('ben', 3)
  expect(new Set(pushes.map(({ topic }) => topic)).size).toBe(3)
  expect(new Set(pushes.map(({ payload }) => payload.notification.tag)).size).toBe(3)
  const ids = (await ben.notices()).map(({ id }) => id)
  for (const { urgency, ttl, payload } of pushes) {
    expect(urgency).toBe('high')
    expect(ttl).toBeGreaterThan(3_500)
    expect(ttl).toBeLessThanOrEqual(3_600)
    const { kind, noticeId, ...data } = payload.notification.data
    expect(['membership.awaited', 'group.reached']).toContain(kind)
    expect(ids).toContain(noticeId)
    expect(data).toEqual({ groupId })
  }
  expect(service.received('ana')).toEqual([])
})
