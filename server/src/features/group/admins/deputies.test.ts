import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { disableAccount, enableAccount } from '#features/account/disable-account.ts'
import { invitations } from '#platform/database/schema.ts'
import { newId } from '#platform/tokens.ts'
import { api } from '#testing/api.ts'
import { useTestApp } from '#testing/test-app.ts'
import type { TestUser } from '#testing/test-user.ts'

const app = useTestApp()

const [ana, ben, cyd, dan] = app.users('Ana', 'Ben', 'Cyd', 'Dan')
let params: { groupId: string }

const of = ({ userId }: TestUser) => ({ params: { ...params, userId } })

async function messagesTo(user: TestUser, action: string): Promise<string[]> {
  const here = (await user.notices()).filter(({ relatedGroupId }) => relatedGroupId === params.groupId)
  return here.filter(notice => notice.action === action).map(({ message }) => message)
}

beforeEach(async () => {
  params = { groupId: (await app.groupOf(ana, ben, cyd, dan)).id }
})

describe('a deputy', () => {
  test('is made by the creator, is told once, and is shown to every member', async () => {
    await ana.ok(api.makeDeputy, of(ben))
    const { version, deputies } = await ana.ok(api.makeDeputy, of(cyd))
    expect(deputies).toEqual([ben.userId, cyd.userId])
    expect((await ana.ok(api.makeDeputy, of(ben))).version).toBe(version)
    expect((await dan.ok(api.readGroup, { params })).deputies).toEqual(deputies)
    const { dashboard } = await dan.ok(api.readDashboard)
    expect(dashboard?.groups.find(({ id }) => id === params.groupId)?.deputies).toEqual(deputies)
    expect(await messagesTo(ben, 'deputy')).toEqual(['Ana made you a deputy of Mountain Rescue'])
  })

  test('is another member', async () => {
    for (const userId of [ana.userId, (await app.signUp('Eve')).userId, newId()])
      expect(await ana.call(api.makeDeputy, { params: { ...params, userId } })).toMatchObject({
        status: 404,
        body: { code: 'member-not-found' },
      })
  })

  test('stops by choice of the creator or of the deputy, and the group is then as it was', async () => {
    const before = await ana.call(api.readGroup, { params })
    for (const who of [ana, ben]) {
      await ana.ok(api.makeDeputy, of(ben))
      await ana.ok(api.makeDeputy, of(cyd))
      expect((await cyd.call(api.endDeputy, of(ben))).status).toBe(403)
      await who.ok(api.endDeputy, of(ben))
      await cyd.ok(api.endDeputy, of(cyd))
      expect((await ben.call(api.updateGroup, { params, body: { name: 'X', description: '' } })).status).toBe(
        403,
      )
    }
    const { version } = await ana.ok(api.readGroup, { params })
    const { body } = await ana.call(api.readGroup, { params })
    expect(JSON.stringify(body)).toBe(JSON.stringify({ ...(before.body as object), version }))
    expect((await ben.ok(api.endDeputy, of(ben))).version).toBe(version)
  })

  test('removes members, but neither the creator nor deputies, not even disabled ones', async () => {
    await ana.ok(api.makeDeputy, of(ben))
    await ana.ok(api.makeDeputy, of(cyd))
    await disableAccount(app.services, cyd)
    expect((await ben.call(api.removeMember, of(cyd))).status).toBe(403)
    expect(await ben.call(api.removeMember, of(ana))).toMatchObject({
      body: { code: 'creator-cannot-leave' },
    })
    await ben.ok(api.removeMember, of(dan))
    await ana.ok(api.removeMember, of(cyd))
    expect((await ana.ok(api.readGroup, { params })).memberCount).toBe(2)
    await enableAccount(app.services, cyd)
    await cyd.signIn()
  })

  test('finds the role in the downloaded data', async () => {
    await ana.ok(api.makeDeputy, of(ben))
    const { memberships } = await ben.ok(api.exportAccount)
    expect(memberships.find(({ groupId }) => groupId === params.groupId)).toMatchObject({
      deputySince: expect.any(String),
      takeOverAskedAt: null,
      ignoresMembers: false,
    })
  })
})

describe('an invitation by a deputy', () => {
  let invitee: TestUser

  beforeEach(async () => {
    invitee = await app.signUp('Eve')
    await ana.ok(api.makeDeputy, of(ben))
    await ana.ok(api.makeDeputy, of(cyd))
    await ben.invite(params.groupId, invitee.email)
  })

  test('names the deputy, and the creator and every deputy can send it again and cancel it', async () => {
    expect(await invitee.received()).toMatchObject([{ invitedByName: 'Ben' }])
    const { invitations } = await cyd.ok(api.listSentInvitations, { params })
    expect(invitations).toEqual((await ana.ok(api.listSentInvitations, { params })).invitations)
    const [{ id: invitationId } = { id: '' }] = invitations
    const screens = [await ana.open(), await ben.open()]
    await cyd.ok(api.cancelInvitation, { params: { ...params, invitationId } })
    for (const screen of screens)
      expect(await screen.settled()).toContainEqual(['group.invitations.changed', params.groupId])
    expect(await invitee.received()).toEqual([])
  })

  test.each<[string, () => Promise<unknown>]>([
    ['stops being one', () => ben.ok(api.endDeputy, of(ben))],
    ['leaves', () => ben.ok(api.leaveGroup, { params })],
    ['is removed', () => ana.ok(api.removeMember, of(ben))],
  ])('becomes one by the creator when the deputy %s', async (_, go) => {
    const screen = await invitee.open()
    await go()
    const invited = eq(invitations.email, invitee.email)
    expect(await app.database.select().from(invitations).where(invited)).toMatchObject([
      { invitedBy: ana.userId, status: 'pending' },
    ])
    expect(await screen.settled()).toContainEqual(['invitations.changed'])
  })

  test('stays one by the deputy when another member becomes the creator', async () => {
    await ana.ok(api.offerGroup, { params, body: { memberId: dan.userId } })
    await dan.ok(api.acceptOffer, { params })
    expect(await invitee.received()).toMatchObject([{ invitedByName: 'Ben' }])
  })
})

describe('that a member asks to come, or goes,', () => {
  test('is told to the creator and to the deputies who want to hear of it', async () => {
    await ana.ok(api.makeDeputy, of(ben))
    await ana.ok(api.makeDeputy, of(cyd))
    expect(await cyd.ok(api.setMemberAlerts, { params, body: { on: false } })).toMatchObject({
      ignoresMembers: true,
    })
    const { address } = await ana.ok(api.createInviteLink, { params, body: { needsApproval: true } })
    const eve = await app.signUp('Eve')
    await eve.ok(api.joinByLink, { body: { code: address.split('#')[1] ?? '' } })
    await dan.ok(api.leaveGroup, { params })
    expect(await messagesTo(ana, 'left')).toEqual(['Dan left your group: Mountain Rescue'])
    expect(await messagesTo(ben, 'left')).toEqual(['Dan left Mountain Rescue'])
    expect(await messagesTo(cyd, 'left')).toEqual([])
    for (const [user, times] of [
      [ana, 1],
      [ben, 1],
      [cyd, 0],
    ] as const)
      expect(await messagesTo(user, 'asked')).toHaveLength(times)
  })
})
