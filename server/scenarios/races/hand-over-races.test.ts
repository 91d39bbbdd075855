import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { groups, memberships, notices } from '#platform/database/schema.ts'
import { api } from '#testing/api.ts'
import { useTestApp } from '#testing/test-app.ts'
import type { Reply } from '#testing/test-user.ts'

// Which request of a race comes first is random, so each race runs several times.
const rounds = [1, 2, 3, 4, 5]
const app = useTestApp()

const [ana, ben] = app.users('Ana', 'Ben')
let params: { groupId: string }

beforeEach(async () => {
  params = { groupId: (await app.groupOf(ana, ben)).id }
  await ana.ok(api.offerGroup, { params, body: { memberId: ben.userId } })
})

describe.each(rounds)('concurrent requests, round %i', () => {
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

async function statusesOf(...requests: Promise<Reply>[]): Promise<number[]> {
  return (await Promise.all(requests)).map(({ status }) => status)
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
