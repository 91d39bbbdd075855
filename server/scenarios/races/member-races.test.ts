import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, inject, test } from 'vitest'
import { hourMs } from '#platform/clock.ts'
import { groups, memberships, notices } from '#platform/database/schema.ts'
import { api } from '#testing/api.ts'
import { waitForBlockedStatements } from '#testing/blocked-statements.ts'
import { checkInvariants } from '#testing/model/invariants.ts'
import { useOwnTestApp } from '#testing/test-app.ts'
import type { Reply } from '#testing/test-user.ts'

// Which request of a race comes first is random, so each race runs several times.
const rounds = [1, 2, 3, 4, 5]
const app = useOwnTestApp()

const [ana, ben] = app.users('Ana', 'Ben')
let params: { groupId: string }

beforeEach(async () => {
  // The limits of offers and invitations count from anew.
  app.clock.advance(hourMs)
  params = { groupId: (await app.groupOf(ana, ben)).id }
  await ana.ok(api.offerGroup, { params, body: { memberId: ben.userId } })
})

describe.each(rounds)('handing a group over concurrently, round %i', () => {
  test('of five requests to accept the offer, only one succeeds', async () => {
    const answers = await statusesOf(
      ...Array.from({ length: 5 }, () => ben.call(api.acceptOffer, { params })),
    )
    expect(answers.toSorted()).toEqual([200, 404, 404, 404, 404])
    expect(await creator()).toBe(ben.userId)
    expect(await noticeCount('accepted')).toBe(2)
  })

  test('an offer is either accepted or withdrawn', async () => {
    const [accepted, withdrawn] = await statusesOf(
      ben.call(api.acceptOffer, { params }),
      ana.call(api.withdrawOffer, { params }),
    )
    const isHandedOver = accepted === 200
    expect([accepted, withdrawn]).toEqual(isHandedOver ? [200, 403] : [404, 200])
    expect(await creator()).toBe(isHandedOver ? ben.userId : ana.userId)
    expect(await noticeCount('accepted')).toBe(isHandedOver ? 2 : 0)
  })

  test('an offer is either accepted or declined', async () => {
    const answers = await statusesOf(
      ben.call(api.acceptOffer, { params }),
      ben.call(api.declineOffer, { params }),
    )
    expect(answers.toSorted()).toEqual([200, 404])
    expect(await creator()).toBe(answers[0] === 200 ? ben.userId : ana.userId)
    expect([await noticeCount('accepted'), await noticeCount('declined')]).toEqual(
      answers[0] === 200 ? [2, 0] : [0, 1],
    )
  })

  test('a member who accepts and leaves at the same time either becomes the creator or leaves', async () => {
    const [accepted, left] = await statusesOf(
      ben.call(api.acceptOffer, { params }),
      ben.call(api.leaveGroup, { params }),
    )
    expect([accepted, left]).toEqual(accepted === 200 ? [200, 409] : [404, 204])
    expect(await creator()).toBe(accepted === 200 ? ben.userId : ana.userId)
    expect(await members()).toEqual([ana.userId, ...(accepted === 200 ? [ben.userId] : [])].sort())
  })

  test('a group is either handed over or deleted', async () => {
    const [accepted, deleted] = await statusesOf(
      ben.call(api.acceptOffer, { params }),
      ana.call(api.deleteGroup, { params }),
    )
    expect([accepted, deleted]).toEqual(accepted === 200 ? [200, 403] : [404, 204])
    expect(await creator()).toBe(accepted === 200 ? ben.userId : undefined)
  })

  test('a change of the group’s name by the former creator either precedes the hand-over or is refused', async () => {
    const body = { name: 'Last Word', description: '' }
    const [accepted, updated] = await statusesOf(
      ben.call(api.acceptOffer, { params }),
      ana.call(api.updateGroup, { params, body }),
    )
    expect(accepted).toBe(200)
    const [group] = await app.database.select().from(groups).where(eq(groups.id, params.groupId))
    expect([updated, group?.name]).toEqual(updated === 200 ? [200, 'Last Word'] : [403, 'Mountain Rescue'])
  })

  test('only one of several concurrent offers remains', async () => {
    const cyd = await app.signUp('Cyd')
    const { id: groupId } = await app.groupOf(ana, ben, cyd)
    const answers = await statusesOf(
      ...[ben, cyd, ben, cyd].map(({ userId }) =>
        ana.call(api.offerGroup, { params: { groupId }, body: { memberId: userId } }),
      ),
    )
    expect(answers).toEqual([200, 200, 200, 200])
    const rows = await app.database.select().from(memberships).where(eq(memberships.groupId, groupId))
    expect(rows.filter(({ groupOfferedAt }) => groupOfferedAt !== null)).toHaveLength(1)
  })
})

const remove = () => ana.call(api.removeMember, { params: { ...params, userId: ben.userId } })

describe.each(rounds)('removing a member concurrently, round %i', () => {
  test('of five requests to remove a member, only one succeeds', async () => {
    const answers = await statusesOf(...Array.from({ length: 5 }, remove))
    expect(answers.toSorted()).toEqual([204, 404, 404, 404, 404])
    expect(await messagesOfRemoval()).toHaveLength(1)
  })

  test('a toggle succeeds before the removal, or is refused with 404', async () => {
    const [toggled, removed] = await statusesOf(
      ben.call(api.setAvailability, {
        params: { ...params, userId: ben.userId },
        body: { status: false },
      }),
      remove(),
    )
    expect(removed).toBe(204)
    expect([200, 404]).toContain(toggled)
    expect(await members()).toEqual([ana.userId])
  })

  test('a member either leaves or is removed', async () => {
    const answers = await statusesOf(ben.call(api.leaveGroup, { params }), remove())
    expect(answers).toEqual(answers[0] === 204 ? [204, 404] : [404, 204])
    expect(await messagesOfRemoval()).toHaveLength(answers[0] === 204 ? 0 : 1)
    expect(await members()).toEqual([ana.userId])
  })

  test('a member who is removed while accepting the offer either becomes the creator or is removed', async () => {
    const [accepted, removed] = await statusesOf(ben.call(api.acceptOffer, { params }), remove())
    expect([accepted, removed]).toEqual(accepted === 200 ? [200, 403] : [404, 204])
    const creator = accepted === 200 ? ben : ana
    expect((await creator.ok(api.readGroup, { params })).createdBy).toBe(creator.userId)
  })

  test('an offer is made before the removal and ends with it, or is refused', async () => {
    await ana.ok(api.withdrawOffer, { params })
    const [offered, removed] = await statusesOf(
      ana.call(api.offerGroup, { params, body: { memberId: ben.userId } }),
      remove(),
    )
    expect(removed).toBe(204)
    expect([200, 404]).toContain(offered)
    expect((await ana.ok(api.readGroup, { params })).offeredTo).toBeNull()
  })

  test('joining by an existing link changes nothing before the removal, and is refused after the removal', async () => {
    const { address } = await ana.ok(api.createInviteLink, { params, body: {} })
    const body = { code: address.split('#')[1] ?? '' }
    const [joined, removed] = await statusesOf(ben.call(api.joinByLink, { body }), remove())
    expect(removed).toBe(204)
    expect([200, 404]).toContain(joined)
    expect(await members()).toEqual([ana.userId])
    expect((await ben.call(api.joinByLink, { body })).status).toBe(404)
  })

  test('a new invitation is accepted before a second removal, or the second removal finds no member', async () => {
    expect((await remove()).status).toBe(204)
    await ana.ok(api.inviteMembers, { params, body: { emails: [ben.email] } })
    const { invitations } = await ben.ok(api.listReceivedInvitations)
    const invitationId = invitations.find(({ groupId }) => groupId === params.groupId)?.id ?? ''
    const [accepted, removed] = await statusesOf(
      ben.call(api.acceptInvitation, { params: { invitationId } }),
      remove(),
    )
    expect([200, 404]).toContain(accepted)
    expect([204, 404]).toContain(removed)
    const isMember = accepted === 200 && removed === 404
    expect(await members()).toEqual(isMember ? [ana.userId, ben.userId].sort() : [ana.userId])
    expect(await messagesOfRemoval()).toHaveLength(removed === 204 ? 2 : 1)
  })
})

// The embedded database runs one transaction after the other, so this race can occur only on PostgreSQL.
describe.skipIf(inject('postgresUrl') === null)('a member who is removed while deleting the account', () => {
  test.each(['the removal', 'the deletion'])(
    'causes no deadlock and is no longer a member if %s comes first',
    async first => {
      const dan = await app.signUp('Dan')
      params = { groupId: (await app.groupOf(ana, dan)).id }
      const removal = () => ana.call(api.removeMember, { params: { ...params, userId: dan.userId } })
      const deletion = () => dan.call(api.deleteAccount, { body: { password: dan.password } })
      const inOrder = first === 'the removal' ? [removal, deletion] : [deletion, removal]
      const answers = await app.database.transaction(async transaction => {
        await transaction.execute(sql`select from groups where id = ${params.groupId} for update`)
        const begun: Promise<Reply>[] = []
        for (const begin of inOrder) {
          begun.push(begin())
          await waitForBlockedStatements(app.database, begun.length)
        }
        return begun
      })
      expect(await statusesOf(...answers)).toEqual(first === 'the removal' ? [204, 204] : [204, 404])
      expect(await members()).toEqual([ana.userId])
    },
  )
})

async function statusesOf(...requests: Promise<Reply>[]): Promise<number[]> {
  const answers = (await Promise.all(requests)).map(({ status }) => status)
  await checkInvariants(app.database)
  return answers
}

async function creator(): Promise<string | undefined> {
  const [group] = await app.database.select().from(groups).where(eq(groups.id, params.groupId))
  return group?.createdBy
}

async function members(): Promise<string[]> {
  const found = await app.database.select().from(memberships).where(eq(memberships.groupId, params.groupId))
  return found.map(({ userId }) => userId).sort()
}

async function noticeCount(wantedAction: string): Promise<number> {
  const found = await app.database.select().from(notices).where(eq(notices.relatedGroupId, params.groupId))
  return found.filter(({ action, type }) => action === wantedAction && type === 'group').length
}

async function messagesOfRemoval(): Promise<unknown[]> {
  const { notifications } = await ben.ok(api.listNotifications)
  return notifications.filter(
    ({ action, relatedGroupId }) => action === 'removed' && relatedGroupId === params.groupId,
  )
}
