import { and, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { addAccount } from '#features/account/add-account.ts'
import { findAddress } from '#features/account/find-account.ts'
import { verifyAccount } from '#features/account/verify-account.ts'
import { dayMs, hourMs } from '#platform/clock.ts'
import { invitations, inviteLinks, memberships, signUps } from '#platform/database/schema.ts'
import { newId } from '#platform/tokens.ts'
import { api } from '#testing/api.ts'
import { inviteByLink } from '#testing/invite-by-link.ts'
import { useTestApp } from '#testing/test-app.ts'
import { TestUser } from '#testing/test-user.ts'

const app = useTestApp()
const [ana, ben] = app.users('Ana', 'Ben')
let groupId: string
let linkId: string
let code: string

beforeEach(async () => {
  await app.database.delete(invitations)
  groupId = (await app.groupOf(ana)).id
  await makeLink({ maxUses: 2, lifetime: 60 })
})

describe('an invite link whose code is sent with the sign-up', () => {
  test('becomes an invitation when the address is verified in another browser, and no email is sent about the invitation', async () => {
    const dan = newUser('Dan')
    await signUp(dan)
    await new TestUser(app.url).verify(await app.codeTo(dan), dan.password)
    await dan.signIn()
    const [received, ...others] = await invitationsTo(dan)
    expect(others).toEqual([])
    expect(received).toMatchObject({
      groupId,
      groupName: 'Mountain Rescue',
      invitedByName: 'Ana',
      message: '',
    })
    expect(Date.parse(received?.expiresAt ?? '') - Date.parse(received?.createdAt ?? '')).toBe(7 * dayMs)
    expect((await app.emailsTo(dan)).map(({ subject }) => subject)).toHaveLength(1)
    expect(await accept(dan)).toMatchObject({ status: 200, body: { groupId } })
    expect(await usesOf(linkId)).toBe(1)
    expect(await isMember(dan)).toBe(true)
  })

  test('can still be accepted as an invitation if the link has expired since the sign-up', async () => {
    const dan = newUser('Dan')
    await signUp(dan)
    app.clock.advance(2 * hourMs)
    await dan.verify(await app.codeTo(dan))
    await dan.signIn()
    expect(await accept(dan)).toMatchObject({ status: 200, body: { groupId } })
  })

  test('becomes an invitation also at a password reset, or when the operator verifies the address', async () => {
    const [dan, eve] = [newUser('Dan'), newUser('Eve')]
    await signUp(dan)
    await app.resetPassword(dan, dan.password, dan)
    await signUp(eve)
    await verifyAccount(app.services, await findAddress(app.database, eve.email))
    for (const user of [dan, eve]) {
      await user.signIn()
      expect((await invitationsTo(user)).map(invitation => invitation.groupId)).toEqual([groupId])
    }
  })

  test('becomes an invitation even if a stranger later signs up with the same address and without a link', async () => {
    const [dan, eve] = [newUser('Dan'), newUser('Eve')]
    for (const user of [dan, eve]) {
      await signUp(user)
      app.clock.advance(1)
      const { email, password } = user
      const body = { displayName: 'Stranger', email, password }
      await app.guest().ok(api.signUp, { body })
    }
    await app.resetPassword(dan, dan.password, dan)
    await addAccount(app.services, { email: eve.email })
    const groupIdsOf = async ({ email }: TestUser) => {
      const found = await app.database.select().from(invitations).where(eq(invitations.email, email))
      return found.map(invitation => invitation.groupId)
    }
    expect(await Promise.all([dan, eve].map(groupIdsOf))).toEqual([[groupId], [groupId]])
  })

  test.each(['revoked', 'used up', 'deleted with its group'])(
    'does not become an invitation if it is %s before the verification',
    async why => {
      const dan = newUser('Dan')
      await signUp(dan)
      if (why === 'revoked') await ana.ok(api.revokeInviteLink, { params: { groupId, linkId } })
      else if (why === 'used up') await app.database.update(inviteLinks).set({ uses: 2 })
      else await ana.ok(api.deleteGroup, { params: { groupId } })
      await dan.verify(await app.codeTo(dan))
      await dan.signIn()
      expect(await invitationsTo(dan)).toEqual([])
    },
  )

  test('is ignored at the sign-up if it cannot be used, and the response does not reveal this', async () => {
    const [dan, eve] = [newUser('Dan'), newUser('Eve')]
    const answers = [await signUp(dan), await signUp(eve, `${newId()}.${'x'.repeat(22)}`)]
    expect(answers[1]).toEqual(answers[0])
    const [stored] = await app.database.select().from(signUps).where(eq(signUps.email, eve.email))
    expect(stored?.inviteLinkId).toBeNull()
  })
})

describe('an invitation made from an invite link', () => {
  test('is made once, and declining it does not notify the creator and takes no use', async () => {
    await openLink(ben)
    await openLink(ben)
    const received = (await invitationsTo(ben)).filter(invitation => invitation.groupId === groupId)
    expect(received).toHaveLength(1)
    await ben.ok(api.declineInvitation, { params: { invitationId: received[0]?.id ?? '' } })
    expect(await messagesTo(ana)).not.toContain('Ben declined your invitation to join Mountain Rescue')
    expect(await usesOf(linkId)).toBe(0)
  })

  test('is not made for a member, nor for a user who already has one', async () => {
    await openLink(ana)
    await ana.invite(groupId, ben.email)
    await openLink(ben)
    expect(await app.database.$count(invitations, eq(invitations.groupId, groupId))).toBe(1)
  })

  test('is not shown to the creator, who must not learn the address', async () => {
    await openLink(ben)
    expect(await ana.ok(api.listSentInvitations, { params: { groupId } })).toEqual({ invitations: [] })
    const [stored] = await app.database.select().from(invitations).where(eq(invitations.groupId, groupId))
    const params = { groupId, invitationId: stored?.id ?? '' }
    expect((await ana.call(api.resendInvitation, { params })).status).toBe(404)
    expect((await ana.call(api.cancelInvitation, { params })).status).toBe(404)
    expect(JSON.stringify(await ana.ok(api.exportAccount))).not.toContain(ben.email)
  })

  test('does not count for the limit of invitations after a decline', async () => {
    const decline = async () => {
      const [received] = await invitationsTo(ben)
      await ben.ok(api.declineInvitation, { params: { invitationId: received?.id ?? '' } })
      app.clock.advance(1)
    }
    const comeAndDecline = () => openLink(ben).then(decline)
    const invite = async () => {
      const body = { emails: [ben.email] }
      const { status } = await ana.call(api.inviteMembers, { params: { groupId }, body })
      if (status === 200) await decline()
      return status
    }
    for (let n = 1; n <= 3; n++) await comeAndDecline()
    // Of the creator's own invitations, the first one and three more are allowed.
    const statuses = [await invite(), await invite()]
    await comeAndDecline()
    for (let n = 1; n <= 3; n++) statuses.push(await invite())
    expect(statuses).toEqual([200, 200, 200, 200, 429])
  })

  test('is replaced when the creator invites the address', async () => {
    await openLink(ben)
    const { invited, skipped } = await ana.invite(groupId, ben.email)
    expect([invited.length, skipped]).toEqual([1, []])
    const received = (await invitationsTo(ben)).filter(invitation => invitation.groupId === groupId)
    expect(received.map(({ id }) => id)).toEqual(invited.map(({ id }) => id))
  })

  test('cannot be accepted after its link has been used up, but stays pending', async () => {
    await openLink(ben)
    await app.database.update(inviteLinks).set({ uses: 2 }).where(eq(inviteLinks.id, linkId))
    expect(await accept(ben)).toMatchObject({ status: 404, body: { code: 'link-not-usable' } })
    expect(await isMember(ben)).toBe(false)
    const received = await invitationsTo(ben)
    expect(received.filter(invitation => invitation.groupId === groupId)).toHaveLength(1)
  })

  test('is cancelled when its link is revoked or the group is handed over', async () => {
    const screen = await ben.open()
    await openLink(ben)
    await screen.next(([name]) => name === 'invitations.changed')
    await ana.ok(api.revokeInviteLink, { params: { groupId, linkId } })
    await screen.next(([name]) => name === 'invitations.changed')
    expect(await invitationsTo(ben)).toEqual([])
    screen.close()

    const cyd = await app.signUp('Cyd')
    groupId = (await app.groupOf(ana, cyd)).id
    await makeLink({})
    await openLink(ben)
    expect(await invitationsTo(ben)).toHaveLength(1)
    await ana.ok(api.offerGroup, { params: { groupId }, body: { memberId: cyd.userId } })
    await cyd.ok(api.acceptOffer, { params: { groupId } })
    expect(await invitationsTo(ben)).toEqual([])
    expect(await cyd.ok(api.listInviteLinks, { params: { groupId } })).toEqual({ links: [] })
  })

  test('becomes a request to join when it is accepted, if its link needs approval', async () => {
    await makeLink({ needsApproval: true })
    await openLink(ben)
    expect(await accept(ben)).toMatchObject({ status: 200, body: { groupId: null } })
    expect(await invitationsTo(ben)).toEqual([])
    const { requests } = await ana.ok(api.listJoinRequests, { params: { groupId } })
    expect(requests.map(({ displayName }) => displayName)).toEqual(['Ben'])
    expect(await isMember(ben)).toBe(false)
  })
})

type Choices = { lifetime?: 60; maxUses?: number; needsApproval?: boolean }

async function makeLink(body: Choices): Promise<void> {
  const { link, address } = await ana.ok(api.createInviteLink, { params: { groupId }, body })
  linkId = link.id
  code = address.split('#')[1] ?? ''
}

const newUser = (name: string) =>
  new TestUser(app.url, { name, email: `${name.toLowerCase()}.${newId().toLowerCase()}@example.org` })

const signUp = (user: TestUser, carried = code) => {
  const { name: displayName, email, password } = user
  return user.ok(api.signUp, { body: { displayName, email, password, code: carried } })
}

const openLink = (user: TestUser) => inviteByLink(app.services, user, linkId)

async function invitationsTo(user: TestUser) {
  return await user.received()
}

async function accept(user: TestUser) {
  const received = (await invitationsTo(user)).find(invitation => invitation.groupId === groupId)
  return user.call(api.acceptInvitation, { params: { invitationId: received?.id ?? '' } })
}

async function usesOf(id: string): Promise<number | undefined> {
  const [link] = await app.database.select().from(inviteLinks).where(eq(inviteLinks.id, id))
  return link?.uses
}

async function isMember({ userId }: TestUser): Promise<boolean> {
  const isMembership = and(eq(memberships.groupId, groupId), eq(memberships.userId, userId))
  return (await app.database.$count(memberships, isMembership)) === 1
}

async function messagesTo(user: TestUser): Promise<string[]> {
  const notifications = await user.notices()
  return notifications
    .filter(({ relatedGroupId }) => relatedGroupId === groupId)
    .map(({ message }) => message)
}
