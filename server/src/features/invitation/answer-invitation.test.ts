import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { dayMs } from '#platform/clock.ts'
import { invitations, memberships, users } from '#platform/database/schema.ts'
import { newId } from '#platform/tokens.ts'
import { api } from '#testing/api.ts'
import { createManyGroups } from '#testing/create-many-groups.ts'
import { useTestApp } from '#testing/test-app.ts'
import type { Reply, TestUser } from '#testing/test-user.ts'

const app = useTestApp({ MAX_GROUP_MEMBERS: '3' })

const [ana, ben, cyd] = app.users('Ana', 'Ben', 'Cyd')

describe('accepting', () => {
  test('accepting makes the user an Available member and removes the invitation from the lists of inviter and invitee', async () => {
    const { groupId, invitationId } = await invited(ben)
    expect(await ben.ok(api.acceptInvitation, { params: { invitationId } })).toEqual({ groupId })

    const group = await ben.group(groupId)
    expect(group.members.map(({ displayName, status }) => [displayName, status])).toEqual([
      ['Ben', true],
      ['Ana', true],
    ])
    expect(await statusOf(invitationId)).toBe('accepted')
    expect(await ben.received()).toEqual([])
    expect((await ana.ok(api.listSentInvitations, { params: { groupId } })).invitations).toEqual([])
  })

  test('accepting sets the times at which the invitation and the availability were last updated', async () => {
    const { groupId, invitationId } = await invited(ben)
    app.clock.advance(60_000)
    await ben.ok(api.acceptInvitation, { params: { invitationId } })
    const { members } = await ana.group(groupId)
    const since = members.find(({ userId }) => userId === ben.userId)?.lastUpdated ?? ''
    const [invitation] = await app.database.select().from(invitations).where(eq(invitations.id, invitationId))
    const minuteLater = (invitation?.createdAt.getTime() ?? Number.NaN) + 60_000
    expect(invitation?.updatedAt.getTime()).toBeGreaterThanOrEqual(minuteLater)
    expect(Date.parse(since)).toBeGreaterThanOrEqual(minuteLater)
  })

  test('a user without a name who accepts is called “User” in the notification of the inviter', async () => {
    const dan = await app.signUp('Dan')
    const { groupId, invitationId } = await invited(dan)
    await app.database.update(users).set({ displayName: '' }).where(eq(users.uid, dan.userId))
    await dan.ok(api.acceptInvitation, { params: { invitationId } })
    const notifications = await ana.notices()
    expect(
      notifications.find(({ relatedGroupId, action }) => relatedGroupId === groupId && action === 'joined'),
    ).toMatchObject({
      message: 'User joined your group: Mountain Rescue',
      relatedUserName: 'User',
    })
  })

  test('accepting a second time as a member succeeds and changes nothing', async () => {
    const { groupId, invitationId } = await invited(ben)
    await ben.ok(api.acceptInvitation, { params: { invitationId } })
    const [group, unread] = [await ana.group(groupId), await ana.ok(api.countUnread)]
    expect(await ben.ok(api.acceptInvitation, { params: { invitationId } })).toEqual({ groupId })
    expect(await ana.group(groupId)).toEqual(group)
    expect(await ana.ok(api.countUnread)).toEqual(unread)
  })

  test('accepting succeeds for a user who is already a member, and changes only the invitation', async () => {
    const { groupId, invitationId } = await invited(ben)
    const now = app.clock.now()
    const instants = { lastUpdated: now, joinedAt: now, groupOfferedAt: null }
    const membership = { groupId, userId: ben.userId, status: false, ...instants }
    const written = await app.database.insert(memberships).values(membership).returning()
    const unread = await ana.ok(api.countUnread)
    expect(await ben.ok(api.acceptInvitation, { params: { invitationId } })).toEqual({ groupId })
    expect(await membershipsIn(groupId)).toEqual(expect.arrayContaining(written))
    expect(await ana.ok(api.countUnread)).toEqual(unread)
    expect(await ben.received()).toEqual([])
  })

  test('accepting the same invitation again after leaving the group is refused', async () => {
    const { groupId, invitationId } = await invited(ben)
    await ben.ok(api.acceptInvitation, { params: { invitationId } })
    await ben.ok(api.leaveGroup, { params: { groupId } })
    expect(await ben.call(api.acceptInvitation, { params: { invitationId } })).toMatchObject(alreadyAnswered)
    expect(await membershipsIn(groupId)).toHaveLength(1)
  })

  test('accepting is refused while the group is full, and the invitation stays pending', async () => {
    const { id: groupId } = await app.groupOf(ana, ben, cyd)
    const dan = await app.signUp('Dan')
    const { invitationId } = await invited(dan, groupId)
    expect(await dan.call(api.acceptInvitation, { params: { invitationId } })).toMatchObject({
      status: 409,
      body: { code: 'group-full', message: 'The group is full: it can have at most 3 members.' },
    })
    expect(await membershipsIn(groupId)).toHaveLength(3)
    expect(await dan.received()).toHaveLength(1)
    await ben.ok(api.leaveGroup, { params: { groupId } })
    await dan.ok(api.acceptInvitation, { params: { invitationId } })
  })

  test('only one of two users who accept at the same moment gets the last place in a group', async () => {
    const { id: groupId } = await app.groupOf(ana, ben)
    const [dan, eve] = await Promise.all([app.signUp('Dan'), app.signUp('Eve')])
    const invitationsOfBoth = [await invited(dan, groupId), await invited(eve, groupId)]
    const answers = await Promise.all([accept(dan, invitationsOfBoth[0]), accept(eve, invitationsOfBoth[1])])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await membershipsIn(groupId)).toHaveLength(3)
  })

  test('accepting is refused to a user who is in 100 groups', async () => {
    const dan = await app.signUp('Dan')
    await createManyGroups(app.database, dan, 100)
    const { invitationId } = await invited(dan)
    expect(await dan.call(api.acceptInvitation, { params: { invitationId } })).toMatchObject({
      status: 409,
      body: { code: 'too-many-groups' },
    })
    expect(await dan.groups()).toHaveLength(100)
    expect(await statusOf(invitationId)).toBe('pending')
  })
})

describe('declining', () => {
  test('declining removes the invitation from the lists of inviter and invitee and adds no member', async () => {
    const { groupId, invitationId } = await invited(ben)
    await ben.ok(api.declineInvitation, { params: { invitationId } })
    expect(await statusOf(invitationId)).toBe('declined')
    expect(await ben.received()).toEqual([])
    expect((await ana.ok(api.listSentInvitations, { params: { groupId } })).invitations).toEqual([])
    expect(await membershipsIn(groupId)).toHaveLength(1)
  })

  test('a user without a name who declines is called “User” in the notification of the inviter', async () => {
    const eve = await app.signUp('Eve')
    const { groupId, invitationId } = await invited(eve)
    await app.database.update(users).set({ displayName: '' }).where(eq(users.uid, eve.userId))
    await eve.ok(api.declineInvitation, { params: { invitationId } })
    const notifications = await ana.notices()
    expect(
      notifications.find(({ relatedGroupId, action }) => relatedGroupId === groupId && action === 'declined'),
    ).toMatchObject({ relatedUserName: 'User' })
  })

  test('declining a second time succeeds and notifies the inviter only once', async () => {
    const { invitationId } = await invited(ben)
    await ben.ok(api.declineInvitation, { params: { invitationId } })
    const unread = await ana.ok(api.countUnread)
    await ben.ok(api.declineInvitation, { params: { invitationId } })
    expect(await ana.ok(api.countUnread)).toEqual(unread)
  })

  test('a declined invitation cannot be accepted, but a new one can', async () => {
    const { groupId, invitationId } = await invited(ben)
    await ben.ok(api.declineInvitation, { params: { invitationId } })
    expect(await ben.call(api.acceptInvitation, { params: { invitationId } })).toMatchObject(alreadyAnswered)
    const again = await invited(ben, groupId)
    await ben.ok(api.acceptInvitation, { params: { invitationId: again.invitationId } })
    expect(await membershipsIn(groupId)).toHaveLength(2)
  })
})

describe('expiry after 7 days', () => {
  test('an invitation can still be accepted a second before its expiry', async () => {
    const { invitationId } = await invited(ben)
    app.clock.advance(7 * dayMs - 1_000)
    expect((await ben.received()).map(({ id }) => id)).toContain(invitationId)
    await ben.ok(api.acceptInvitation, { params: { invitationId } })
  })

  test('an expired invitation is not listed, cannot be answered and does not prevent a new one', async () => {
    const { groupId, invitationId } = await invited(ben)
    app.clock.advance(7 * dayMs)
    expect(await ben.received()).toEqual([])
    expect((await ana.ok(api.listSentInvitations, { params: { groupId } })).invitations).toEqual([])
    expect((await ben.call(api.acceptInvitation, { params: { invitationId } })).status).toBe(404)
    expect((await ben.call(api.declineInvitation, { params: { invitationId } })).status).toBe(404)
    expect(await membershipsIn(groupId)).toHaveLength(1)

    const again = await invited(ben, groupId)
    expect(again.invitationId).not.toBe(invitationId)
    expect(await app.emailsTo(ben)).toContainEqual(
      expect.objectContaining({ subject: expect.stringContaining('invited you') }),
    )
    await ben.ok(api.acceptInvitation, { params: { invitationId: again.invitationId } })
    expect((await ben.call(api.acceptInvitation, { params: { invitationId } })).status).toBe(200)
  })
})

describe('the account with the invited address', () => {
  test('only the account with the invited address can answer an invitation, and only until the invitation is cancelled', async () => {
    const { groupId, invitationId } = await invited(ben)
    for (const other of [ana, cyd]) {
      expect((await other.call(api.acceptInvitation, { params: { invitationId } })).status).toBe(404)
      expect((await other.call(api.declineInvitation, { params: { invitationId } })).status).toBe(404)
    }
    await ana.ok(api.cancelInvitation, { params: { groupId, invitationId } })
    expect((await ben.call(api.acceptInvitation, { params: { invitationId } })).status).toBe(404)
    expect(await membershipsIn(groupId)).toHaveLength(1)
  })

  test('the invitations to a deleted group are deleted', async () => {
    const { groupId, invitationId } = await invited(ben)
    await ana.ok(api.deleteGroup, { params: { groupId } })
    expect((await ben.received()).map(({ id }) => id)).not.toContain(invitationId)
    expect((await ben.call(api.acceptInvitation, { params: { invitationId } })).status).toBe(404)
    expect(await statusOf(invitationId)).toBeUndefined()
  })
})

const alreadyAnswered = { status: 409, body: { code: 'invitation-answered' } }

type Invited = { groupId: string; invitationId: string }

async function invited(user: TestUser, existingGroupId?: string): Promise<Invited> {
  const groupId = existingGroupId ?? (await app.groupOf(ana)).id
  const { invited } = await ana.invite(groupId, user.email)
  return { groupId, invitationId: invited[0]?.id ?? newId() }
}

function accept(user: TestUser, invited: Invited | undefined): Promise<Reply> {
  return user.call(api.acceptInvitation, { params: { invitationId: invited?.invitationId ?? '' } })
}

function membershipsIn(groupId: string) {
  return app.database.select().from(memberships).where(eq(memberships.groupId, groupId))
}

async function statusOf(invitationId: string): Promise<string | undefined> {
  const [invitation] = await app.database.select().from(invitations).where(eq(invitations.id, invitationId))
  return invitation?.status
}
