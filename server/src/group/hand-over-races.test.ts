import {
  acceptOffer,
  declineOffer,
  deleteGroup,
  leaveGroup,
  offerGroup,
  updateGroup,
  withdrawOffer,
} from '@grouplight/contract/group.ts'
import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { groups, memberships, notices } from '#database/schema.ts'
import type { Person, Reply } from '#testing/person.ts'
import { useTestApp } from '#testing/test-app.ts'

// Who wins is chance; in each of several rounds there must be one outcome, and never a group without its creator.
const rounds = [1, 2, 3, 4, 5]
const app = useTestApp()

let ana: Person
let ben: Person
let params: { groupId: string }

beforeAll(async () => {
  ;[ana, ben] = await Promise.all([app.signUp('Ana'), app.signUp('Ben')])
})

/** Ana's group, offered to Ben. */
beforeEach(async () => {
  params = { groupId: (await app.groupOf(ana, ben)).id }
  await ana.ok(offerGroup, { params, body: { memberId: ben.userId } })
})

describe.each(rounds)('at the same moment, round %i', () => {
  test('accepting 5 times: once', async () => {
    const answers = await atOnce(...Array.from({ length: 5 }, () => ben.call(acceptOffer, { params })))
    expect(answers.toSorted()).toEqual([200, 404, 404, 404, 404])
    expect(await creator()).toBe(ben.userId)
    expect(await told('accepted')).toBe(2)
  })

  test('accepting and taking back: one of them counts', async () => {
    const [accepted, withdrawn] = await atOnce(
      ben.call(acceptOffer, { params }),
      ana.call(withdrawOffer, { params }),
    )
    const isHandedOver = accepted === 200
    expect([accepted, withdrawn]).toEqual(isHandedOver ? [200, 403] : [404, 200])
    expect(await creator()).toBe(isHandedOver ? ben.userId : ana.userId)
    expect(await told('accepted')).toBe(isHandedOver ? 2 : 0)
  })

  test('accepting and declining: one of them counts', async () => {
    const answers = await atOnce(ben.call(acceptOffer, { params }), ben.call(declineOffer, { params }))
    expect(answers.toSorted()).toEqual([200, 404])
    expect(await creator()).toBe(answers[0] === 200 ? ben.userId : ana.userId)
    expect([await told('accepted'), await told('declined')]).toEqual(answers[0] === 200 ? [2, 0] : [0, 1])
  })

  test('accepting and leaving: the new creator stays, or whoever left does not become the creator', async () => {
    const [accepted, left] = await atOnce(ben.call(acceptOffer, { params }), ben.call(leaveGroup, { params }))
    expect([accepted, left]).toEqual(accepted === 200 ? [200, 409] : [404, 204])
    expect(await creator()).toBe(accepted === 200 ? ben.userId : ana.userId)
    expect(await members()).toEqual([ana.userId, ...(accepted === 200 ? [ben.userId] : [])].sort())
  })

  test('accepting and deleting: taken over, or gone', async () => {
    const [accepted, deleted] = await atOnce(
      ben.call(acceptOffer, { params }),
      ana.call(deleteGroup, { params }),
    )
    expect([accepted, deleted]).toEqual(accepted === 200 ? [200, 403] : [404, 204])
    expect(await creator()).toBe(accepted === 200 ? ben.userId : undefined)
  })

  test('accepting and changing the name: the change comes before, or is refused', async () => {
    const body = { name: 'Last Word', description: '' }
    const [accepted, updated] = await atOnce(
      ben.call(acceptOffer, { params }),
      ana.call(updateGroup, { params, body }),
    )
    expect(accepted).toBe(200)
    const [group] = await app.database.select().from(groups).where(eq(groups.id, params.groupId))
    expect([updated, group?.name]).toEqual(updated === 200 ? [200, 'Last Word'] : [403, 'Mountain Rescue'])
  })

  test('two offers: one is left', async () => {
    const cyd = await app.signUp('Cyd')
    const { id: groupId } = await app.groupOf(ana, ben, cyd)
    const answers = await atOnce(
      ...[ben, cyd, ben, cyd].map(({ userId }) =>
        ana.call(offerGroup, { params: { groupId }, body: { memberId: userId } }),
      ),
    )
    expect(answers).toEqual([200, 200, 200, 200])
    const rows = await app.database.select().from(memberships).where(eq(memberships.groupId, groupId))
    expect(rows.filter(({ groupOfferedAt }) => groupOfferedAt !== null)).toHaveLength(1)
  })
})

async function atOnce(...asked: Promise<Reply>[]): Promise<number[]> {
  return (await Promise.all(asked)).map(({ status }) => status)
}

async function creator(): Promise<string | undefined> {
  const [group] = await app.database.select().from(groups).where(eq(groups.id, params.groupId))
  return group?.createdBy
}

async function members(): Promise<string[]> {
  const found = await app.database.select().from(memberships).where(eq(memberships.groupId, params.groupId))
  return found.map(({ userId }) => userId).sort()
}

/** How many notices of an action there are about the group. */
async function told(wanted: string): Promise<number> {
  const found = await app.database.select().from(notices).where(eq(notices.relatedGroupId, params.groupId))
  return found.filter(({ action, type }) => action === wanted && type === 'group').length
}
