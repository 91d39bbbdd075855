import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { deleteAccount } from '#features/account/delete-account.ts'
import { dayMs, hourMs } from '#platform/clock.ts'
import { attempts, inviteLinks, joinRequests, users } from '#platform/database/schema.ts'
import { newId } from '#platform/tokens.ts'
import { api } from '#testing/api.ts'
import { useOwnTestApp } from '#testing/test-app.ts'
import type { TestUser } from '#testing/test-user.ts'

const app = useOwnTestApp()
const [ana, ben] = app.users('Ana', 'Ben')
let groupId: string
let code: string

beforeEach(async () => {
  await app.database.delete(attempts)
  groupId = (await app.groupOf(ana)).id
  code = await makeLink({ needsApproval: true, maxUses: 1 })
})

describe('asking to join', () => {
  test('asking notifies the creator, takes a use and adds no member', async () => {
    const screen = await ana.open()
    expect(await ask(ben)).toEqual({ groupId: null })
    await screen.next(([name, id]) => name === 'group.invitations.changed' && id === groupId)
    screen.close()
    expect(await requests()).toMatchObject([{ userId: ben.userId, displayName: 'Ben' }])
    expect(await newestMessage(ana)).toBe('Ben asks to join Mountain Rescue')
    expect((await ben.call(api.readGroup, { params: { groupId } })).status).toBe(404)
    expect(await uses()).toEqual([1])
  })

  test('a user without a name has an empty name in responses', async () => {
    const [dan, eve] = [await app.signUp('Dan'), await app.signUp('Eve')]
    groupId = (await app.groupOf(dan)).id
    const params = { groupId }
    const { address } = await dan.ok(api.createInviteLink, { params, body: { needsApproval: true } })
    for (const { userId } of [dan, eve])
      await app.database.update(users).set({ displayName: '' }).where(eq(users.uid, userId))
    const [, code = ''] = address.split('#')
    expect(await eve.ok(api.readInviteLink, { body: { code } })).toMatchObject({ inviter: '' })
    await ask(eve, code)
    const { requests } = await dan.ok(api.listJoinRequests, { params })
    expect(requests).toMatchObject([{ userId: eve.userId, displayName: '' }])
  })

  test('asking again changes nothing, and the user can still read the used-up link', async () => {
    await ask(ben)
    const unread = await ana.ok(api.countUnread)
    expect(await ask(ben)).toEqual({ groupId: null })
    expect(await ana.ok(api.countUnread)).toEqual(unread)
    expect(await ben.ok(api.readInviteLink, { body: { code } })).toMatchObject({ groupId: null })
    expect(await uses()).toEqual([1])
  })

  test('a user who has asked can join by a link without approval, and the first link gets its use back', async () => {
    await ask(ben)
    expect(await ask(ben, await makeLink({}))).toEqual({ groupId })
    expect(await requests()).toEqual([])
    expect((await uses()).toSorted()).toEqual([0, 1])
  })

  test('a user who has asked can accept an emailed invitation, and the link gets its use back', async () => {
    await ask(ben)
    const body = { emails: [ben.email] }
    const { invited } = await ana.ok(api.inviteMembers, { params: { groupId }, body })
    await ben.ok(api.acceptInvitation, { params: { invitationId: invited[0]?.id ?? '' } })
    expect([await requests(), await uses()]).toEqual([[], [0]])
  })
})

describe('the creator’s answer', () => {
  test('an admitted user becomes an Available member and is notified', async () => {
    await ask(ben)
    const screen = await ben.open()
    await admit(ben)
    await screen.next(([name, id]) => name === 'group.joined' && id === groupId)
    screen.close()
    const { members } = await ben.group(groupId)
    expect(members.find(({ userId }) => userId === ben.userId)?.status).toBe(true)
    expect(await newestMessage(ben)).toBe('You’re in: Mountain Rescue')
    expect([await requests(), await uses()]).toEqual([[], [1]])
  })

  test('a user who has signed out after asking becomes an Unavailable member when admitted', async () => {
    const cyd = await app.signUp('Cyd')
    await ask(cyd)
    await cyd.ok(api.signOut)
    await admit(cyd)
    const { members } = await ana.group(groupId)
    expect(members.find(({ userId }) => userId === cyd.userId)?.status).toBe(false)
  })

  test('a declined user is notified, and the link gets its use back', async () => {
    await ask(ben)
    await ana.ok(api.declineJoinRequest, { params: { groupId, userId: ben.userId } })
    expect(await newestMessage(ben)).toBe('Your request to join Mountain Rescue was declined')
    expect([await requests(), await uses()]).toEqual([[], [0]])
  })

  test('a request can be answered only once, and an answer without a request is refused', async () => {
    await ask(ben)
    await admit(ben)
    const gone = { status: 404, body: { code: 'request-not-found' } }
    for (const userId of [ben.userId, newId()]) {
      expect(await ana.call(api.admitToGroup, { params: { groupId, userId } })).toMatchObject(gone)
      expect(await ana.call(api.declineJoinRequest, { params: { groupId, userId } })).toMatchObject(gone)
    }
  })

  test('a request stays when a hand-over revokes its link, and the new creator is notified of it and can answer it', async () => {
    const cyd = await app.signUp('Cyd')
    const { id } = await app.groupOf(ana, cyd)
    groupId = id
    code = await makeLink({ needsApproval: true })
    await ask(ben)
    await ana.ok(api.offerGroup, { params: { groupId }, body: { memberId: cyd.userId } })
    await cyd.ok(api.acceptOffer, { params: { groupId } })
    expect(await cyd.ok(api.listInviteLinks, { params: { groupId } })).toEqual({ links: [] })
    expect(await newestMessage(cyd)).toBe('Ben asks to join Mountain Rescue')
    const { requests: open } = await cyd.ok(api.listJoinRequests, { params: { groupId } })
    expect(open).toMatchObject([{ userId: ben.userId }])
    await cyd.ok(api.admitToGroup, { params: { groupId, userId: ben.userId } })
    await ben.group(groupId)
  })
})

describe('a request that nobody answers', () => {
  test('ends after 7 days, is deleted by maintenance and gives its use back', async () => {
    await ask(ben)
    app.clock.advance(7 * dayMs - hourMs)
    expect(await requests()).toHaveLength(1)
    app.clock.advance(hourMs)
    expect(await requests()).toEqual([])
    const params = { groupId, userId: ben.userId }
    expect((await ana.call(api.admitToGroup, { params })).status).toBe(404)
    await app.runMaintenance()
    expect(await app.database.$count(joinRequests)).toBe(0)
    expect(await uses()).toEqual([0])
  })

  test('is deleted with the account of the user and gives its use back', async () => {
    const cyd = await app.signUp('Cyd')
    await ask(cyd)
    await deleteAccount(app.services, { userId: cyd.userId })
    expect([await requests(), await uses()]).toEqual([[], [0]])
  })
})

test('a link is deleted 30 days after it expired or was revoked', async () => {
  await app.database.delete(inviteLinks)
  await makeLink({ lifetime: 43_200 })
  const [revoked] = await app.database.select({ id: inviteLinks.id }).from(inviteLinks)
  await ana.ok(api.revokeInviteLink, { params: { groupId, linkId: revoked?.id ?? '' } })
  await makeLink({ lifetime: 60 })
  await makeLink({ lifetime: 43_200 })
  app.clock.advance(30 * dayMs - hourMs)
  await app.runMaintenance()
  expect(await uses()).toHaveLength(3)
  app.clock.advance(hourMs)
  await app.runMaintenance()
  expect(await uses()).toHaveLength(2)
  app.clock.advance(2 * hourMs)
  await app.runMaintenance()
  expect(await uses()).toHaveLength(1)
})

type Choices = { lifetime?: 60 | 43_200; maxUses?: number; needsApproval?: boolean }

async function makeLink(body: Choices): Promise<string> {
  const { address } = await ana.ok(api.createInviteLink, { params: { groupId }, body })
  return address.split('#')[1] ?? ''
}

const ask = (who: TestUser, carried = code) => who.ok(api.joinByLink, { body: { code: carried } })
const admit = ({ userId }: TestUser) => ana.ok(api.admitToGroup, { params: { groupId, userId } })

async function requests() {
  return (await ana.ok(api.listJoinRequests, { params: { groupId } })).requests
}

async function uses(): Promise<number[]> {
  const found = await app.database.select().from(inviteLinks).where(eq(inviteLinks.groupId, groupId))
  return found.map(({ uses }) => uses)
}

async function newestMessage(user: TestUser): Promise<string | undefined> {
  return (await user.notices())[0]?.message
}
