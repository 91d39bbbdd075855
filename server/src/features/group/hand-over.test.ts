import { beforeEach, describe, expect, test } from 'vitest'
import { newId } from '#platform/tokens.ts'
import { api } from '#testing/api.ts'
import { useTestApp } from '#testing/test-app.ts'
import type { TestUser } from '#testing/test-user.ts'

const app = useTestApp()

const [ana, ben, cyd] = app.users('Ana', 'Ben', 'Cyd')
let params: { groupId: string }

beforeEach(async () => {
  params = { groupId: (await app.groupOf(ana, ben, cyd)).id }
})

describe('an offer', () => {
  test('an offer is visible only to the creator and to the member who receives it', async () => {
    const before = await ana.group(params.groupId)
    const offered = await offerTo(ben)
    expect(offered).toEqual({ ...before, offeredTo: ben.userId, version: before.version + 1 })
    expect((await ana.group(params.groupId)).offeredTo).toBe(ben.userId)
    expect((await ben.group(params.groupId)).offeredTo).toBe(ben.userId)
    expect((await cyd.group(params.groupId)).offeredTo).toBeNull()
    const groups = await ben.groups()
    expect(groups.find(({ id }) => id === params.groupId)?.offeredTo).toBe(ben.userId)
    expect(await newestNotification(ben)).toMatchObject({
      type: 'group',
      action: 'offered',
      message: 'Ana wants to hand over the group to you: Mountain Rescue',
      relatedGroupId: params.groupId,
      relatedUserName: 'Ana',
    })
  })

  test('a repeated offer to the same member changes nothing', async () => {
    const first = await offerTo(ben)
    expect(await offerTo(ben)).toEqual(first)
    expect(await messagesTo(ben, 'offered')).toHaveLength(1)
  })

  test('an offer to another member ends the earlier offer', async () => {
    await offerTo(ben)
    expect((await offerTo(cyd)).offeredTo).toBe(cyd.userId)
    expect((await ben.group(params.groupId)).offeredTo).toBeNull()
    expect(await ben.call(api.acceptOffer, { params })).toMatchObject(offerNotFound)
  })

  test('an offer to anyone but another member is refused', async () => {
    const stranger = await app.signUp('Dan')
    for (const userId of [ana.userId, stranger.userId, newId()])
      expect(await ana.call(api.offerGroup, { params, body: { memberId: userId } })).toMatchObject({
        status: 404,
        body: { code: 'member-not-found' },
      })
    expect((await ana.group(params.groupId)).offeredTo).toBeNull()
  })

  test('a refused offer does not end the earlier offer', async () => {
    await offerTo(ben)
    expect((await ana.call(api.offerGroup, { params, body: { memberId: newId() } })).status).toBe(404)
    expect((await ana.group(params.groupId)).offeredTo).toBe(ben.userId)
  })

  test('an offer can be withdrawn, and a second withdrawal changes nothing', async () => {
    await offerTo(ben)
    const { offeredTo, version } = await ana.ok(api.withdrawOffer, { params })
    expect(offeredTo).toBeNull()
    expect(await ben.call(api.acceptOffer, { params })).toMatchObject(offerNotFound)
    expect((await ana.ok(api.withdrawOffer, { params })).version).toBe(version)
  })

  test('an offer ends when its recipient leaves the group', async () => {
    await offerTo(ben)
    await ben.ok(api.leaveGroup, { params })
    expect((await ana.group(params.groupId)).offeredTo).toBeNull()
    await offerTo(cyd)
  })

  test('a declined offer ends and notifies the creator', async () => {
    const { version } = await offerTo(ben)
    expect(await ben.ok(api.declineOffer, { params })).toMatchObject({
      createdBy: ana.userId,
      offeredTo: null,
      version: version + 1,
    })
    expect(await newestNotification(ana)).toMatchObject({
      type: 'group',
      action: 'declined',
      message: 'Ben declined to take over your group: Mountain Rescue',
    })
    expect(await ben.call(api.declineOffer, { params })).toMatchObject(offerNotFound)
  })
})

describe('accepting an offer', () => {
  test('the member who accepts becomes the creator with all rights, and the former creator becomes an ordinary member', async () => {
    await offerTo(ben)
    const group = await ben.ok(api.acceptOffer, { params })
    expect(group).toMatchObject({ createdBy: ben.userId, offeredTo: null })
    expect(group.members.map(({ displayName }) => displayName)).toEqual(['Ben', 'Ana', 'Cyd'])
    const body = { name: 'Ben’s Group', description: '' }
    expect((await ana.call(api.updateGroup, { params, body })).status).toBe(403)
    expect((await ana.call(api.withdrawOffer, { params })).status).toBe(403)
    expect((await ben.call(api.leaveGroup, { params })).status).toBe(409)
    expect((await ben.call(api.updateGroup, { params, body })).status).toBe(200)
    expect((await ana.call(api.leaveGroup, { params })).status).toBe(204)
    expect((await ben.call(api.deleteGroup, { params })).status).toBe(204)
  })

  test('accepting notifies each member once', async () => {
    const screens = await Promise.all([ana.open(), cyd.open()])
    await offerTo(ben)
    const { version } = await ben.ok(api.acceptOffer, { params })
    for (const screen of screens) {
      const received = await screen.settled()
      expect(received).toContainEqual(['group.changed', params.groupId, version])
      expect(received).toContainEqual(['notifications.changed'])
    }
    expect(await messagesTo(ben, 'accepted')).toEqual(['You took over the group: Mountain Rescue'])
    expect(await messagesTo(ana, 'accepted')).toEqual(['Ben took over your group: Mountain Rescue'])
    expect(await messagesTo(cyd, 'accepted')).toEqual(['Ben is now the admin of Mountain Rescue'])
  })

  test('the new creator becomes the inviter of the pending invitations', async () => {
    const [dan] = [await app.signUp('Dan')]
    await ana.invite(params.groupId, dan.email)
    const screen = await dan.open()
    await offerTo(ben)
    await ben.ok(api.acceptOffer, { params })
    expect((await ben.ok(api.listSentInvitations, { params })).invitations.map(({ email }) => email)).toEqual(
      [dan.email],
    )
    expect((await ana.call(api.listSentInvitations, { params })).status).toBe(403)
    expect(await screen.settled()).toContainEqual(['invitations.changed'])
    const invitations = await dan.received()
    expect(invitations.map(({ invitedByName }) => invitedByName)).toEqual(['Ben'])
  })
})

const offerNotFound = { status: 404, body: { code: 'offer-not-found' } }

function offerTo(member: TestUser) {
  return ana.ok(api.offerGroup, { params, body: { memberId: member.userId } })
}

async function newestNotification(user: TestUser) {
  const notifications = await user.notices()
  return notifications[0]
}

async function messagesTo(user: TestUser, wantedAction: string): Promise<string[]> {
  const notifications = await user.notices()
  return notifications
    .filter(({ action, relatedGroupId }) => action === wantedAction && relatedGroupId === params.groupId)
    .map(({ message }) => message)
}
