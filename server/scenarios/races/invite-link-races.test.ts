import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { revokeLinks } from '#features/group/invite-links.ts'
import { joinGroup } from '#features/group/join-group.ts'
import { lockGroup } from '#features/group/membership.ts'
import { commit } from '#platform/database/commit.ts'
import { inviteLinks, joinRequests, memberships } from '#platform/database/schema.ts'
import { api } from '#testing/api.ts'
import { waitForBlockedStatements } from '#testing/blocked-statements.ts'
import { inviteByLink } from '#testing/invite-by-link.ts'
import { useOwnTestApp } from '#testing/test-app.ts'
import type { Reply, TestUser } from '#testing/test-user.ts'

// Which of several concurrent requests comes first is random, so each test runs in several rounds.
const rounds = [1, 2, 3]
const app = useOwnTestApp()
const [ana] = app.users('Ana')
let users: TestUser[]

beforeAll(async () => {
  users = await Promise.all(Array.from({ length: 20 }, (_, n) => app.signUp(`User ${n}`)))
}, 60_000)

describe.each(rounds)('concurrent requests, round %i', () => {
  test('of 20 users who join by a link with 5 uses, exactly 5 become members', async () => {
    const { groupId, code } = await linkFor({ maxUses: 5 })
    const statuses = await Promise.all(users.map(user => join(user, code)))
    expect(statuses.toSorted()).toEqual([...Array(5).fill(200), ...Array(15).fill(404)])
    expect([await memberCount(groupId), await usesOf(groupId)]).toEqual([6, 5])
  })

  test('a user who joins while the link is revoked either becomes a member or is refused', async () => {
    const { groupId, linkId, code } = await linkFor({})
    const [statuses] = await Promise.all([
      Promise.all(users.map(user => join(user, code))),
      ana.ok(api.revokeInviteLink, { params: { groupId, linkId } }),
    ])
    const joined = statuses.filter(status => status === 200).length
    expect(statuses.filter(status => status === 404)).toHaveLength(20 - joined)
    expect([await memberCount(groupId), await usesOf(groupId)]).toEqual([1 + joined, joined])
    expect(await join(first(), code)).toBe(statuses[0])
  })

  test('of several concurrent answers to one request to join, exactly one succeeds', async () => {
    const { groupId, code } = await linkFor({ needsApproval: true })
    await join(first(), code)
    const params = { groupId, userId: first().userId }
    const endpoints = [api.admitToGroup, api.declineJoinRequest, api.admitToGroup, api.declineJoinRequest]
    const answers = await Promise.all(endpoints.map(endpoint => ana.call(endpoint, { params })))
    const statuses = answers.map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([204, 404, 404, 404])
    const isAdmitted = statuses.indexOf(204) % 2 === 0
    expect([await memberCount(groupId), await usesOf(groupId)]).toEqual(isAdmitted ? [2, 1] : [1, 0])
    expect(await requestCount(groupId)).toBe(0)
  })

  test('if the creator invites a user while a link that the user opened three times makes invitations, the user has one invitation', async () => {
    const { groupId, linkId } = await linkFor({})
    const opened = [1, 2, 3].map(() => inviteByLink(app.services, first(), linkId))
    const inviting = ana.ok(api.inviteMembers, { params: { groupId }, body: { emails: [first().email] } })
    await Promise.all([...opened, inviting])
    const { invitations } = await first().ok(api.listReceivedInvitations)
    expect(invitations.filter(invitation => invitation.groupId === groupId)).toHaveLength(1)
  })
})

// The embedded database runs one transaction after the other, so this race can occur only on PostgreSQL.
describe.skipIf(inject('postgresUrl') === null)('a session that ends while its user joins', () => {
  const waysIn: Record<string, (eve: TestUser, groupId: string) => Promise<() => Promise<Reply>>> = {
    'by a link': async (eve, groupId) => {
      const { address } = await ana.ok(api.createInviteLink, { params: { groupId }, body: {} })
      return () => eve.call(api.joinByLink, { body: { code: address.split('#')[1] ?? '' } })
    },
    'by an invitation': async (eve, groupId) => {
      const body = { emails: [eve.email] }
      const { invited } = await ana.ok(api.inviteMembers, { params: { groupId }, body })
      return () => eve.call(api.acceptInvitation, { params: { invitationId: invited[0]?.id ?? '' } })
    },
    'by the creator’s answer': async (eve, groupId) => {
      const body = { needsApproval: true }
      const { address } = await ana.ok(api.createInviteLink, { params: { groupId }, body })
      await eve.ok(api.joinByLink, { body: { code: address.split('#')[1] ?? '' } })
      return () => ana.call(api.admitToGroup, { params: { groupId, userId: eve.userId } })
    },
  }

  test.each(Object.entries(waysIn))(
    'joining %s and ending the session cause no deadlock',
    async (_, prepare) => {
      const eve = await app.signUp('Eve')
      const { sessions } = await eve.ok(api.listSessions)
      const params = { sessionId: sessions[0]?.id ?? '' }
      const other = await eve.onAnotherDevice()
      const { id: groupId } = await app.groupOf(ana)
      const join = await prepare(eve, groupId)
      const answers = await app.database.transaction(async transaction => {
        await transaction.execute(sql`select from groups where id = ${groupId} for update`)
        const joined = join()
        await waitForBlockedStatements(app.database, 1)
        const ended = other.call(api.endSession, { params })
        await waitForBlockedStatements(app.database, 2)
        return [joined, ended]
      })
      const statuses = (await Promise.all(answers)).map(({ status }) => status)
      expect(statuses.map(status => Math.floor(status / 100))).toEqual([2, 2])
      expect(await memberCount(groupId)).toBe(2)
    },
  )
})

// The embedded database runs one transaction after the other, so this race can occur only on PostgreSQL.
describe.skipIf(inject('postgresUrl') === null)('an opened link makes no invitation if', () => {
  test.each(['the user joins', 'the link is revoked'])('%s at the same moment', async what => {
    const eve = await app.signUp('Eve')
    const { groupId, linkId } = await linkFor({})
    const inviting = await commit(app.services, async transaction => {
      const group = await lockGroup(transaction, groupId)
      if (!group) throw new Error('The group was not stored')
      const opened = inviteByLink(app.services, eve, linkId)
      await waitForBlockedStatements(app.database, 1)
      if (what === 'the user joins')
        await joinGroup(transaction, app.services, {
          member: { ...eve, displayName: 'Eve' },
          ...{ group, isAvailable: false },
        })
      else await revokeLinks(transaction, app.services, eq(inviteLinks.id, linkId))
      return { opened }
    })
    await inviting.opened
    expect(await eve.ok(api.listReceivedInvitations)).toEqual({ invitations: [] })
  })
})

async function linkFor(body: { maxUses?: number; needsApproval?: boolean }) {
  const { id: groupId } = await app.groupOf(ana)
  const { link, address } = await ana.ok(api.createInviteLink, { params: { groupId }, body })
  return { groupId, linkId: link.id, code: address.split('#')[1] ?? '' }
}

function first(): TestUser {
  const [user] = users
  if (!user) throw new Error('Nobody has signed up')
  return user
}

async function join(user: TestUser, code: string): Promise<number> {
  return (await user.call(api.joinByLink, { body: { code } })).status
}

const memberCount = (groupId: string) => app.database.$count(memberships, eq(memberships.groupId, groupId))
const requestCount = (groupId: string) => app.database.$count(joinRequests, eq(joinRequests.groupId, groupId))

async function usesOf(groupId: string): Promise<number | undefined> {
  const [link] = await app.database.select().from(inviteLinks).where(eq(inviteLinks.groupId, groupId))
  return link?.uses
}
