import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { groups, invitations, memberships } from '#platform/database/schema.ts'
import { api } from '#testing/api.ts'
import { useOwnTestApp } from '#testing/test-app.ts'
import type { TestUser } from '#testing/test-user.ts'

// Which request of a race comes first is random, so each race runs several times.
const rounds = [1, 2, 3, 4, 5]
const app = useOwnTestApp()

const [ana, ben, cyd] = app.users('Ana', 'Ben', 'Cyd')

describe.each(rounds)('concurrent requests, round %i', () => {
  test('five requests to accept one invitation add one membership and notify every other member once', async () => {
    const { groupId, params } = await invitedCyd()
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => cyd.call(api.acceptInvitation, { params })),
    )
    expect(answers.map(({ status, body }) => [status, body])).toEqual(answers.map(() => [200, { groupId }]))
    expect(await memberNames(groupId)).toEqual(['Ana', 'Ben', 'Cyd'])
    expect(await messagesAbout(groupId, 'joined', 'declined')).toEqual({
      ana: ['Cyd joined your group: Mountain Rescue'],
      ben: ['Cyd joined Mountain Rescue'],
      cyd: [],
    })
  })

  test('an invitation is either accepted or declined, not both', async () => {
    const { groupId, params } = await invitedCyd()
    const [accepted, declined] = await Promise.all([
      cyd.call(api.acceptInvitation, { params }),
      cyd.call(api.declineInvitation, { params }),
    ])
    const joined = accepted.status === 200
    expect([accepted.status, declined.status]).toEqual(joined ? [200, 409] : [409, 204])
    expect(await memberNames(groupId)).toEqual(joined ? ['Ana', 'Ben', 'Cyd'] : ['Ana', 'Ben'])
    expect(await messagesAbout(groupId, 'joined', 'declined')).toEqual({
      ana: [
        joined
          ? 'Cyd joined your group: Mountain Rescue'
          : 'Cyd declined your invitation to join Mountain Rescue',
      ],
      ben: joined ? ['Cyd joined Mountain Rescue'] : [],
      cyd: [],
    })
  })

  test('if a user accepts while the group is deleted, no membership is left, and a user who joined is notified', async () => {
    const { groupId, params } = await invitedCyd()
    const [accepted, deleted] = await Promise.all([
      cyd.call(api.acceptInvitation, { params }),
      ana.call(api.deleteGroup, { params: { groupId } }),
    ])
    expect(deleted.status).toBe(204)
    expect([200, 404]).toContain(accepted.status)
    await expectGone(groupId)
    const byTheAdmin = 'The group "Mountain Rescue" has been deleted by the admin'
    expect(await messagesAbout(groupId, 'joined', 'deleted')).toEqual({
      ana: [
        'You deleted the group: Mountain Rescue',
        ...(accepted.status === 200 ? ['Cyd joined your group: Mountain Rescue'] : []),
      ],
      ben: [byTheAdmin, ...(accepted.status === 200 ? ['Cyd joined Mountain Rescue'] : [])],
      cyd: accepted.status === 200 ? [byTheAdmin] : [],
    })
  })

  test('a member who asks to leave while the group is deleted either leaves it or is notified of the deletion', async () => {
    const { groupId } = await invitedCyd()
    const [left, deleted] = await Promise.all([
      ben.call(api.leaveGroup, { params: { groupId } }),
      ana.call(api.deleteGroup, { params: { groupId } }),
    ])
    expect(deleted.status).toBe(204)
    expect([204, 404]).toContain(left.status)
    await expectGone(groupId)
    const hasLeft = left.status === 204
    expect(await messagesAbout(groupId, 'left', 'deleted')).toEqual({
      ana: [
        'You deleted the group: Mountain Rescue',
        ...(hasLeft ? ['Ben left your group: Mountain Rescue'] : []),
      ],
      ben: [
        hasLeft
          ? 'You left the group: Mountain Rescue'
          : 'The group "Mountain Rescue" has been deleted by the admin',
      ],
      cyd: [],
    })
  })
})

async function invitedCyd(): Promise<{ groupId: string; params: { invitationId: string } }> {
  const { id: groupId } = await app.groupOf(ana, ben)
  const { invited } = await ana.ok(api.inviteMembers, { params: { groupId }, body: { emails: [cyd.email] } })
  return { groupId, params: { invitationId: invited[0]?.id ?? '' } }
}

async function memberNames(groupId: string): Promise<(string | undefined)[]> {
  const found = await app.database.select().from(memberships).where(eq(memberships.groupId, groupId))
  return found.map(({ userId }) => [ana, ben, cyd].find(user => user.userId === userId)?.name).sort()
}

async function expectGone(groupId: string): Promise<void> {
  expect(await app.database.$count(groups, eq(groups.id, groupId))).toBe(0)
  expect(await memberNames(groupId)).toEqual([])
  expect(await app.database.$count(invitations, eq(invitations.groupId, groupId))).toBe(0)
}

/** Returns the messages of each user's notifications that are about a group and have one of the actions. Skips Ben's joining. */
async function messagesAbout(
  groupId: string,
  ...actions: string[]
): Promise<Record<'ana' | 'ben' | 'cyd', string[]>> {
  const messagesTo = async (user: TestUser) => {
    const { notifications } = await user.ok(api.listNotifications)
    return notifications
      .filter(({ relatedGroupId, action }) => relatedGroupId === groupId && actions.includes(action))
      .map(({ message }) => message)
      .filter(message => !message.startsWith('Ben joined'))
  }
  return { ana: await messagesTo(ana), ben: await messagesTo(ben), cyd: await messagesTo(cyd) }
}
