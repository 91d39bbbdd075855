import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { deleteAccount } from '#features/account/delete-account.ts'
import { announce } from '#features/notification/announce.ts'
import { hourMs } from '#platform/clock.ts'
import { blockedInviters } from '#platform/database/schema.ts'
import { newId } from '#platform/tokens.ts'
import { allSent } from '#testing/all-sent.ts'
import { api } from '#testing/api.ts'
import { inviterAnswers } from '#testing/inviter-answers.ts'
import { usePushService } from '#testing/shared-server.ts'
import { useTestApp } from '#testing/test-app.ts'
import { newAddress, type TestUser } from '#testing/test-user.ts'

const app = useTestApp()
const service = await usePushService()

const [ana, ben, cyd] = app.users('Ana', 'Ben', 'Cyd')
beforeAll(() => service.register(ben, 'ben'))
beforeEach(async () => {
  // Pushes of an earlier test could otherwise arrive later.
  await allSent(app)
  service.clear()
  await ben.ok(api.blockAllInvitations, { body: { all: false } })
  for (const { userId } of [ana, cyd]) await ben.ok(api.unblockInviter, { params: { userId } })
})

async function inviteBen(inviter: TestUser): Promise<{ groupId: string; invitationId: string }> {
  const { id: groupId } = await app.groupOf(inviter)
  const body = { emails: [ben.email] }
  const { invited } = await inviter.ok(api.inviteMembers, { params: { groupId }, body })
  return { groupId, invitationId: invited[0]?.id ?? '' }
}

async function shownToBen(): Promise<string[]> {
  return (await ben.received()).map(({ id }) => id)
}

describe('a blocked inviter', () => {
  test('earlier and later invitations of the inviter are hidden, and invitations of others are shown', async () => {
    const first = await inviteBen(ana)
    const screen = await ben.open()
    expect(await ben.ok(api.blockInviter, { params: first })).toEqual({
      all: false,
      inviters: [{ userId: ana.userId, displayName: 'Ana' }],
    })
    await screen.next(([name]) => name === 'invitations.changed')
    const [later, others] = [await inviteBen(ana), await inviteBen(cyd)]
    const shown = await shownToBen()
    expect(shown).toContain(others.invitationId)
    for (const { invitationId } of [first, later]) expect(shown).not.toContain(invitationId)
    const { invitations } = (await ben.ok(api.readDashboard)).dashboard ?? { invitations: [] }
    expect(invitations.map(({ id }) => id)).toEqual(shown)
  })

  test('an invitation of the inviter is not mailed and rings no device, not even when it is resent', async () => {
    await ben.ok(api.blockInviter, { params: await inviteBen(ana) })
    await service.pushesTo('ben', 1)
    service.clear()
    const before = (await app.emailsTo(ben)).length
    const params = await inviteBen(ana)
    app.clock.advance(hourMs)
    await ana.ok(api.resendInvitation, { params })
    await announce(app.services, { message: 'Hello' })
    // A push about the invitation would come before the push of the announcement.
    const pushes = await service.pushesTo('ben', 1)
    expect(pushes.map(({ payload }) => payload.notification.data.kind)).toEqual(['admin.announced'])
    expect(await app.emailsTo(ben)).toHaveLength(before)
  })

  test('the inviter gets the same responses as for a user who blocks nobody and for an address without an account', async () => {
    await ben.ok(api.blockInviter, { params: await inviteBen(ana) })
    const answers = []
    for (const email of [ben.email, cyd.email, newAddress()])
      answers.push(await inviterAnswers(app, ana, email))
    expect(answers[1]?.slice(0, -1)).toEqual(answers[0]?.slice(0, -1))
    expect(answers[2]?.slice(0, -1)).toEqual(answers[0]?.slice(0, -1))
    for (const answer of answers) expect(answer.at(-1)?.[1]).toContain('You sent 1 invitation')
  })

  test('the pending invitations of an inviter who is no longer blocked are shown again', async () => {
    const { invitationId } = await inviteBen(ana)
    await ben.ok(api.blockInviter, { params: { invitationId } })
    const params = { userId: ana.userId }
    for (let times = 0; times < 2; times++)
      expect(await ben.ok(api.unblockInviter, { params })).toEqual({ all: false, inviters: [] })
    expect(await shownToBen()).toContain(invitationId)
  })

  test('after a blocked creator has handed the group over, its pending invitations are shown', async () => {
    const { groupId, invitationId } = await inviteBen(ana)
    await ben.ok(api.blockInviter, { params: { invitationId } })
    await ana.invite(groupId, cyd.email)
    const received = await cyd.received()
    const own = received.find(invitation => invitation.groupId === groupId)?.id ?? ''
    await cyd.ok(api.acceptInvitation, { params: { invitationId: own } })
    await ana.ok(api.offerGroup, { params: { groupId }, body: { memberId: cyd.userId } })
    await cyd.ok(api.acceptOffer, { params: { groupId } })
    expect(await shownToBen()).toContain(invitationId)
  })

  test('a user can block only an inviter from whom the user has a pending invitation', async () => {
    const { groupId, invitationId } = await inviteBen(ana)
    const refused = { status: 404, body: { code: 'invitation-not-found' } }
    expect(await cyd.call(api.blockInviter, { params: { invitationId } })).toMatchObject(refused)
    expect(await ben.call(api.blockInviter, { params: { invitationId: newId() } })).toMatchObject(refused)
    await ana.ok(api.cancelInvitation, { params: { groupId, invitationId } })
    expect(await ben.call(api.blockInviter, { params: { invitationId } })).toMatchObject(refused)
    const late = await inviteBen(ana)
    app.clock.advance(8 * 24 * hourMs)
    expect(await ben.call(api.blockInviter, { params: late })).toMatchObject(refused)
    expect(await ben.ok(api.readInvitationBlocks)).toEqual({ all: false, inviters: [] })
  })

  test('concurrent blocks of the same inviter store one block, which is deleted with the inviter’s account', async () => {
    const dan = await app.signUp('Dan')
    const { groupId, ...params } = await inviteBen(dan)
    const answers = await Promise.all([1, 2, 3].map(() => ben.call(api.blockInviter, { params })))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await app.database.$count(blockedInviters, eq(blockedInviters.userId, ben.userId))).toBe(1)
    await dan.ok(api.deleteGroup, { params: { groupId } })
    await deleteAccount(app.services, { userId: dan.userId })
    expect(await ben.ok(api.readInvitationBlocks)).toEqual({ all: false, inviters: [] })
  })
})

describe('blocking all invitations', () => {
  test('new invitations are not mailed, and all invitations are hidden until the user allows invitations again', async () => {
    const { invitationId } = await inviteBen(ana)
    expect(await ben.ok(api.blockAllInvitations, { body: { all: true } })).toEqual({
      all: true,
      inviters: [],
    })
    expect(await ben.ok(api.readInvitationBlocks)).toEqual({ all: true, inviters: [] })
    const before = (await app.emailsTo(ben)).length
    const later = await inviteBen(cyd)
    expect(await shownToBen()).toEqual([])
    expect(await app.emailsTo(ben)).toHaveLength(before)
    await ben.ok(api.blockAllInvitations, { body: { all: false } })
    const shown = await shownToBen()
    for (const id of [invitationId, later.invitationId]) expect(shown).toContain(id)
  })

  test('the blocks of one user change nothing for other users', async () => {
    await ben.ok(api.blockAllInvitations, { body: { all: true } })
    expect(await cyd.ok(api.readInvitationBlocks)).toEqual({ all: false, inviters: [] })
    for (const user of [ben, cyd])
      expect((await user.ok(api.exportAccount)).invitationBlocks.all).toBe(user === ben)
    const { id: groupId } = await app.groupOf(ana)
    const before = (await app.emailsTo(cyd)).length
    await ana.invite(groupId, ben.email, cyd.email)
    expect(await app.emailsTo(cyd)).toHaveLength(before + 1)
    const received = await cyd.received()
    expect(received.map(invitation => invitation.groupId)).toContain(groupId)
  })
})
