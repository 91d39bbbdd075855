import { eq } from 'drizzle-orm'
import { describe, expect, test, vi } from 'vitest'
import { dayMs, minuteMs } from '#platform/clock.ts'
import { attempts, inviteLinks, memberships, removedMembers } from '#platform/database/schema.ts'
import { newId } from '#platform/tokens.ts'
import { api } from '#testing/api.ts'
import { useTestApp } from '#testing/test-app.ts'
import type { TestUser } from '#testing/test-user.ts'

const app = useTestApp({ MAX_GROUP_MEMBERS: '4', LIMIT_WRONG_CODES_PER_IP: '20' })
const [ana, ben, cyd] = app.users('Ana', 'Ben', 'Cyd')

const gone = {
  status: 404,
  body: { code: 'link-not-usable', message: 'This link no longer works. Ask whoever gave it to you.' },
}

describe('making a link', () => {
  test('the address of a link has the secret after the #, and the secret is neither stored nor listed', async () => {
    const { groupId, link, address, code } = await linkOf(ana, { lifetime: 60, maxUses: 3 })
    expect(address).toBe(`${app.url}/join#${code}`)
    expect(code).toMatch(/^[0-9A-Za-z]{12}\.[\w-]{22}$/)
    expect(link).toMatchObject({ maxUses: 3, uses: 0, needsApproval: false })
    expect(Date.parse(link.expiresAt) - Date.parse(link.createdAt)).toBe(60 * minuteMs)
    expect(await ana.ok(api.listInviteLinks, { params: { groupId } })).toEqual({ links: [link] })
    const [stored] = await app.database.select().from(inviteLinks).where(eq(inviteLinks.id, link.id))
    expect(JSON.stringify({ ...stored, secretHash: stored?.secretHash.toString('base64url') })).not.toContain(
      code.split('.')[1],
    )
  })

  test('a link is valid for 7 days and 50 uses if nothing else is chosen', async () => {
    const { link } = await linkOf(ana)
    expect(link).toMatchObject({ maxUses: 50, needsApproval: false })
    expect(Date.parse(link.expiresAt) - Date.parse(link.createdAt)).toBe(7 * dayMs)
  })

  test('while a link works, the same choices lead to the same link, also after many taps; other choices make another', async () => {
    const { groupId, link, address, code } = await linkOf(ana)
    await join(ben, code)
    app.clock.advance(6 * dayMs)
    for (let tap = 1; tap <= 60; tap++)
      expect(await makeLink(ana, groupId, {})).toMatchObject({ link: { ...link, uses: 1 }, address })
    for (const choices of [{ maxUses: 49 }, { lifetime: 1_440 as const }, { needsApproval: true }])
      expect((await makeLink(ana, groupId, choices)).link.id).not.toBe(link.id)
    expect(await linkIds(groupId)).toHaveLength(4)
    await revoke(groupId, link.id)
    const next = await makeLink(ana, groupId, {})
    expect(next.link.uses).toBe(0)
    expect(await read(cyd, next.code)).toMatchObject({ groupName: 'Mountain Rescue' })
  })

  test('after a member was removed, a new link is made, which lets this member in again', async () => {
    const { groupId, link } = await linkOf(ana, {}, ben)
    await ana.ok(api.removeMember, { params: { groupId, userId: ben.userId } })
    const next = await makeLink(ana, groupId, {})
    expect(next.link.id).not.toBe(link.id)
    app.clock.advance(1)
    const last = await makeLink(ana, groupId, {})
    expect(await join(ben, last.code)).toEqual({ groupId })
  })

  test('of a link that was made with another secret, a new link is made', async () => {
    const { groupId, link } = await linkOf(ana)
    await app.database
      .update(inviteLinks)
      .set({ secretHash: Buffer.alloc(32) })
      .where(eq(inviteLinks.id, link.id))
    expect((await makeLink(ana, groupId, {})).link.id).not.toBe(link.id)
  })

  test('the list has the links that can still be used, the newest first', async () => {
    const { groupId, link: first } = await linkOf(ana, { lifetime: 60 })
    app.clock.advance(minuteMs)
    const second = await makeLink(ana, groupId, {})
    expect(await linkIds(groupId)).toEqual([second.link.id, first.id])
    app.clock.advance(60 * minuteMs)
    expect(await linkIds(groupId)).toEqual([second.link.id])
    await revoke(groupId, second.link.id)
    expect(await linkIds(groupId)).toEqual([])
  })

  test('a group can have at most 5 links at a time, and revoking one makes room for another', async () => {
    const { groupId, link } = await linkOf(ana)
    for (let n = 2; n <= 5; n++) await makeLink(ana, groupId, { maxUses: n })
    const ask = () => ana.call(api.createInviteLink, { params: { groupId }, body: { maxUses: 6 } })
    expect(await ask()).toMatchObject({ status: 409, body: { code: 'too-many-links' } })
    await revoke(groupId, link.id)
    expect(await ask()).toMatchObject({ status: 200 })
  })

  test('revoking a link twice succeeds, and a link cannot be revoked with the id of another group', async () => {
    const { groupId, link } = await linkOf(ana)
    const other = await linkOf(ana)
    await revoke(groupId, link.id)
    await revoke(groupId, link.id)
    await revoke(groupId, other.link.id)
    expect(await linkIds(other.groupId)).toEqual([other.link.id])
  })
})

describe('reading a link', () => {
  test('reading a link shows who invites to which group, also to a guest, and takes no use', async () => {
    const { groupId, code } = await linkOf(ana, { maxUses: 1 })
    const shown = {
      email: null,
      inviter: 'Ana',
      groupName: 'Mountain Rescue',
      needsApproval: false,
      groupId: null,
    }
    for (const reader of [app.guest(), app.guest(), ben]) expect(await read(reader, code)).toEqual(shown)
    expect(await usesOf(groupId)).toEqual([0])
  })

  test('a member gets the id of the group, even if the link can no longer be used', async () => {
    const { groupId, code, link } = await linkOf(ana, { maxUses: 1 })
    await join(ben, code)
    expect(await read(ben, code)).toMatchObject({ groupId })
    expect(await join(ben, code)).toEqual({ groupId })
    await revoke(groupId, link.id)
    expect(await read(ben, code)).toMatchObject({ groupId })
    expect(await cyd.call(api.readInviteLink, { body: { code } })).toMatchObject(gone)
  })
})

describe('joining', () => {
  test('a user joins as Available, and the members are notified', async () => {
    const { groupId, code } = await linkOf(ana, {}, ben)
    expect(await join(cyd, code)).toEqual({ groupId })
    const { members } = await cyd.group(groupId)
    expect(members.map(({ displayName, status }) => [displayName, status])).toContainEqual(['Cyd', true])
    expect(await messagesTo(ana, groupId)).toContain('Cyd joined your group: Mountain Rescue')
    expect(await messagesTo(ben, groupId)).toContain('Cyd joined Mountain Rescue')
    expect(await usesOf(groupId)).toEqual([1])
  })

  test('joining again changes nothing and takes no use', async () => {
    const { groupId, code } = await linkOf(ana)
    await join(ben, code)
    const unread = await ana.ok(api.countUnread)
    expect(await join(ben, code)).toEqual({ groupId })
    expect(await usesOf(groupId)).toEqual([1])
    expect(await ana.ok(api.countUnread)).toEqual(unread)
  })

  test('joining also accepts a pending invitation to the user', async () => {
    const { groupId, code } = await linkOf(ana)
    await ana.invite(groupId, ben.email)
    await join(ben, code)
    const invitations = await ben.received()
    expect(invitations.filter(invitation => invitation.groupId === groupId)).toEqual([])
    expect(await ana.ok(api.listSentInvitations, { params: { groupId } })).toEqual({ invitations: [] })
  })

  test('joining a full group is refused and takes no use', async () => {
    const { groupId, code } = await linkOf(ana)
    const now = app.clock.now()
    const others = await Promise.all(['Dan', 'Eve', 'Fay'].map(name => app.signUp(name)))
    const membership = { groupId, status: false, lastUpdated: now, joinedAt: now }
    await app.database.insert(memberships).values(others.map(({ userId }) => ({ ...membership, userId })))
    const reply = await ben.call(api.joinByLink, { body: { code } })
    expect(reply).toMatchObject({ status: 409, body: { code: 'group-full' } })
    expect(await usesOf(groupId)).toEqual([0])
  })
})

describe('a link that cannot be used', () => {
  const reasons: Record<string, () => Promise<string>> = {
    'an unknown link': async () => `${newId()}.${'x'.repeat(22)}`,
    'a short text': async () => 'x',
    'a long text': async () => 'x'.repeat(1_000),
    'a link with a wrong secret': async () => `${(await linkOf(ana)).link.id}.${'x'.repeat(22)}`,
    'a revoked link': async () => {
      const { groupId, link, code } = await linkOf(ana)
      await revoke(groupId, link.id)
      return code
    },
    'an expired link': async () => {
      const { code } = await linkOf(ana, { lifetime: 60 })
      app.clock.advance(60 * minuteMs)
      return code
    },
    'a used-up link': async () => {
      const { code } = await linkOf(ana, { maxUses: 1 })
      await join(ben, code)
      return code
    },
    'a link of a deleted group': async () => {
      const { groupId, code } = await linkOf(ana)
      await ana.ok(api.deleteGroup, { params: { groupId } })
      return code
    },
    'a link that is older than the removal of the user': async () => {
      const { groupId, code } = await linkOf(ana)
      const removed = { groupId, userId: cyd.userId, removedAt: app.clock.now() }
      await app.database.insert(removedMembers).values(removed)
      return code
    },
  }

  test.each(Object.entries(reasons))(
    '%s gets the same refusal, after the same selects and inserts, as any other unusable link',
    async (_, prepare) => {
      const code = await prepare()
      const body = { code }
      await app.database.delete(attempts)
      expect(await cyd.call(api.joinByLink, { body })).toMatchObject(gone)
      await app.database.delete(attempts)
      let reply: unknown
      const asked = statementsOf(async () => {
        reply = await cyd.call(api.readInviteLink, { body })
      })
      expect(await asked).toEqual(['select "attempts"', 'select "invite_links"', 'insert "attempts"'])
      expect(reply).toMatchObject(gone)
    },
  )

  test('a removed user can join by a link that is newer than the removal', async () => {
    const { id: groupId } = await app.groupOf(ana)
    await app.database
      .insert(removedMembers)
      .values({ groupId, userId: cyd.userId, removedAt: app.clock.now() })
    app.clock.advance(1)
    const { code } = await makeLink(ana, groupId, {})
    expect(await join(cyd, code)).toEqual({ groupId })
    expect(await app.database.$count(removedMembers, eq(removedMembers.groupId, groupId))).toBe(0)
  })

  test('reading wrong links is limited for each network, and reading usable links does not count', async () => {
    const { code } = await linkOf(ana)
    await app.database.delete(attempts)
    const ask = (code: string) => app.guest().call(api.readInviteLink, { body: { code } })
    for (let n = 1; n <= 21; n++) expect((await ask(code)).status).toBe(200)
    for (let n = 1; n <= 20; n++) expect((await ask(`${newId()}.${'x'.repeat(22)}`)).status).toBe(404)
    expect(await ask(code)).toMatchObject({ status: 429, body: { code: 'too-many-requests' } })
    app.clock.advance(15 * minuteMs)
    expect((await ask(code)).status).toBe(200)
  })
})

type Choices = { lifetime?: 60 | 1_440 | 10_080 | 43_200; maxUses?: number; needsApproval?: boolean }

async function makeLink(creator: TestUser, groupId: string, choices: Choices) {
  const { link, address } = await creator.ok(api.createInviteLink, { params: { groupId }, body: choices })
  return { groupId, link, address, code: address.split('#')[1] ?? '' }
}

async function linkOf(creator: TestUser, choices: Choices = {}, ...members: TestUser[]) {
  const { id } = await app.groupOf(creator, ...members)
  return makeLink(creator, id, choices)
}

const read = (who: TestUser, code: string) => who.ok(api.readInviteLink, { body: { code } })
const join = (who: TestUser, code: string) => who.ok(api.joinByLink, { body: { code } })
const revoke = (groupId: string, linkId: string) =>
  ana.ok(api.revokeInviteLink, { params: { groupId, linkId } })

/** Returns the verb and the table of each select or insert on `invite_links` or `attempts` that a request causes. */
async function statementsOf(request: () => Promise<unknown>): Promise<string[]> {
  const { $client } = app.database as unknown as { $client: { query(): unknown } }
  const query = vi.spyOn($client, 'query')
  await request()
  const statements = query.mock.calls.map(call => JSON.stringify(call).replaceAll('\\"', '"'))
  query.mockRestore()
  return statements.flatMap(statement => {
    const [, verb, table] =
      /(select|insert) .*?(?:from|into) ("attempts"|"invite_links")/.exec(statement) ?? []
    return table ? [`${verb} ${table}`] : []
  })
}

async function linkIds(groupId: string): Promise<string[]> {
  const { links } = await ana.ok(api.listInviteLinks, { params: { groupId } })
  return links.map(({ id }) => id)
}

async function usesOf(groupId: string): Promise<number[]> {
  const found = await app.database.select().from(inviteLinks).where(eq(inviteLinks.groupId, groupId))
  return found.map(({ uses }) => uses)
}

async function messagesTo(user: TestUser, groupId: string): Promise<string[]> {
  const notifications = await user.notices()
  return notifications
    .filter(({ relatedGroupId }) => relatedGroupId === groupId)
    .map(({ message }) => message)
}
