import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { api } from '#testing/api.ts'
import { FakePushService } from '#testing/fake-push-service.ts'
import { useTestApp } from '#testing/test-app.ts'
import { announce } from './announce.ts'

const service = await FakePushService.open()
const app = useTestApp({ PUSH_SERVICES: service.origin })
afterAll(() => service.close())

const [ana, ben, cyd] = app.users('Ana', 'Ben', 'Cyd')
beforeAll(async () => {
  await service.register(ana, 'ana')
  await service.register(ben, 'ben', { language: 'de' })
})
beforeEach(() => service.clear())

const textOf = async (path: string, count = 1) =>
  (await service.pushesTo(path, count)).map(({ payload: { notification: n } }) => [n.title, n.body])

test('an invitation rings the invitee, joining rings the others, and leaving rings the creator', async () => {
  const { id: groupId } = await app.groupOf(ana)
  const params = { groupId }
  await ana.ok(api.inviteMembers, { params, body: { emails: [ben.email, 'stranger@example.org'] } })
  expect(await textOf('ben')).toEqual([['Ana lädt dich ein', 'Mountain Rescue']])
  const [invitation] = (await ben.ok(api.listReceivedInvitations)).invitations
  await ben.ok(api.acceptInvitation, { params: { invitationId: invitation?.id ?? '' } })
  expect(await textOf('ana')).toEqual([['Mountain Rescue', 'Ben joined your group: Mountain Rescue']])
  const [joined] = await service.pushesTo('ana')
  const { notifications } = await ana.ok(api.listNotifications)
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

test('a deleted group rings its members in their language, but nobody is rung about their own actions', async () => {
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
  // Pushes are sent in the order of their commits.
  expect(await textOf('ana')).toEqual([['Grouplight', 'The server moves tonight.']])
  expect(await textOf('ben')).toEqual([['Grouplight', 'The server moves tonight.']])
})

test('a push is not stored if its transaction is rolled back', async () => {
  const { id: groupId } = await app.groupOf(cyd)
  const refused = await cyd.call(api.inviteMembers, {
    params: { groupId },
    body: { emails: [ana.email, 'nobody'] },
  })
  expect(refused.status).toBe(400)
  await announce(app.services, { message: 'Hello' })
  expect(await textOf('ana')).toEqual([['Grouplight', 'Hello']])
})
