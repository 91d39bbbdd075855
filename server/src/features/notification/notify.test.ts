import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hourMs } from '#platform/clock.ts'
import { api } from '#testing/api.ts'
import type { LiveScreen } from '#testing/live-screen.ts'
import { useTestApp } from '#testing/test-app.ts'
import type { TestUser } from '#testing/test-user.ts'

const app = useTestApp()

const [ana, ben, cyd, dan, eve] = app.users('Ana', 'Ben', 'Cyd', 'Dan', 'Eve')
const screens: LiveScreen[] = []

beforeAll(async () => {
  // Ben has two open tabs, and the other users have none. The number of tabs must not influence the notifications.
  screens.push(await ben.open(), await ben.open())
})

afterAll(() => {
  for (const screen of screens) screen.close()
})

describe('the recipients of notifications', () => {
  test('the creation of a group notifies its creator', async () => {
    await takeUnread()
    const { id } = await ana.ok(api.createGroup, { body: { name: 'Watch' } })
    expect(await takeUnread()).toEqual({ Ana: [['group', 'created', 'You created a new group: Watch']] })
    const [created] = await ana.notices()
    expect(created).toMatchObject({ relatedGroupId: id, relatedGroupName: 'Watch', relatedUserId: null })
  })

  test('an accepted invitation notifies the creator and the other members in different words', async () => {
    const groupId = await createAnasGroup(ben, cyd)
    const invitationId = await inviteDan(groupId)
    await takeUnread()
    await dan.ok(api.acceptInvitation, { params: { invitationId } })
    const forMembers = [['membership', 'joined', 'Dan joined Watch']]
    expect(await takeUnread()).toEqual({
      Ana: [['membership', 'joined', 'Dan joined your group: Watch']],
      Ben: forMembers,
      Cyd: forMembers,
    })
    const [joined] = await ben.notices()
    expect(joined).toMatchObject({
      relatedGroupId: groupId,
      relatedGroupName: 'Watch',
      relatedUserId: dan.userId,
      relatedUserName: 'Dan',
      recipientRole: 'member',
    })
  })

  test('a declined invitation notifies the inviter', async () => {
    const groupId = await createAnasGroup(ben)
    const invitationId = await inviteDan(groupId)
    await takeUnread()
    await dan.ok(api.declineInvitation, { params: { invitationId } })
    expect(await takeUnread()).toEqual({
      Ana: [['invite', 'declined', 'Dan declined your invitation to join Watch']],
    })
  })

  test('a member who leaves is notified, and so is the creator', async () => {
    const groupId = await createAnasGroup(ben, cyd)
    await ben.ok(api.leaveGroup, { params: { groupId } })
    expect(await takeUnread()).toEqual({
      Ana: [['membership', 'left', 'Ben left your group: Watch']],
      Ben: [['membership', 'left', 'You left the group: Watch']],
    })
  })

  test('the deletion of a group notifies the creator and the remaining members', async () => {
    const groupId = await createAnasGroup(ben, cyd, dan)
    await dan.ok(api.leaveGroup, { params: { groupId } })
    await ana.invite(groupId, eve.email)
    await takeUnread()
    await ana.ok(api.deleteGroup, { params: { groupId } })
    const forMembers = [['group', 'deleted', 'The group "Watch" has been deleted by the admin']]
    expect(await takeUnread()).toEqual({
      Ana: [['group', 'deleted', 'You deleted the group: Watch']],
      Ben: forMembers,
      Cyd: forMembers,
    })
  })

  test('nobody is notified when a user signs out or in, saves a group or a name, or resends or cancels an invitation', async () => {
    const groupId = await createAnasGroup(ben, cyd)
    const invitationId = await inviteDan(groupId)
    await takeUnread()
    await ben.request('DELETE', '/api/session')
    await ben.signIn()
    await ana.ok(api.updateGroup, { params: { groupId }, body: { name: 'Watch', description: 'changed' } })
    await cyd.ok(api.updateAccount, { body: { displayName: 'Cyd' } })
    app.clock.advance(hourMs)
    await ana.ok(api.resendInvitation, { params: { groupId, invitationId } })
    await ana.ok(api.cancelInvitation, { params: { groupId, invitationId } })
    expect(await takeUnread()).toEqual({})
  })
})

async function createAnasGroup(...members: TestUser[]): Promise<string> {
  const { id: groupId } = await app.groupOf(ana, ...members)
  await ana.ok(api.updateGroup, { params: { groupId }, body: { name: 'Watch', description: '' } })
  await takeUnread()
  return groupId
}

async function inviteDan(groupId: string): Promise<string> {
  await ana.invite(groupId, dan.email)
  const invitations = await dan.received()
  return invitations.find(invitation => invitation.groupId === groupId)?.id ?? ''
}

/** Returns type, action and message of all unread notifications by user name, and marks them as read. */
async function takeUnread(): Promise<Record<string, string[][]>> {
  const unreadByName: Record<string, string[][]> = {}
  for (const user of [ana, ben, cyd, dan, eve]) {
    const notifications = await user.notices()
    const unread = notifications.filter(({ read }) => !read)
    if (unread.length === 0) continue
    unreadByName[user.name] = unread.map(({ type, action, message }) => [type, action, message])
    await user.ok(api.readNotifications, { body: { upTo: unread[0]?.id ?? 0 } })
  }
  return unreadByName
}
