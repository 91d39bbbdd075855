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
})

const remove = () => ana.call(api.removeMember, { params: { ...params, userId: ben.userId } })

describe.each(rounds)('removing a member concurrently, round %i', () => {
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

  test('joining by an existing link changes nothing before the removal, and is refused after the removal', async () => {
    const { address } = await ana.ok(api.createInviteLink, { params, body: {} })
    const body = { code: address.split('#')[1] ?? '' }
    const [joined, removed] = await statusesOf(ben.call(api.joinByLink, { body }), remove())
    expect(removed).toBe(204)
    expect([200, 404]).toContain(joined)
    expect(await members()).toEqual([ana.userId])
    expect((await ben.call(api.joinByLink, { body })).status).toBe(404)
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
  return group?.createdBy ?? undefined
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
