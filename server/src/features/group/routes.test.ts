import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { groups, invitations, memberships, notices, users } from '#platform/database/schema.ts'
import { newId } from '#platform/tokens.ts'
import { api } from '#testing/api.ts'
import { useTestApp } from '#testing/test-app.ts'
import type { TestUser } from '#testing/test-user.ts'

const app = useTestApp()

const [ana, ben, cyd, zoe] = app.users('Ana', 'ben', 'Cyd', 'Zoe')

describe('reading groups', () => {
  test('the list has only the groups of the user, newest first; groups created at the same time are sorted by id', async () => {
    const dan = await app.signUp('Dan')
    const createdGroups = [
      await app.groupOf(dan),
      await app.groupOf(dan),
      await app.groupOf(dan),
      await app.groupOf(ana),
    ]
    const [first, second, third] = createdGroups.map(({ id }) => id)
    await app.database
      .update(groups)
      .set({ created: app.clock.now() })
      .where(eq(groups.id, first ?? ''))
    const instant = new Date(app.clock.now().getTime() - 60_000)
    for (const id of [second ?? '', third ?? '']) {
      await app.database.update(groups).set({ created: instant }).where(eq(groups.id, id))
    }
    const listed = await dan.ok(api.listGroups)
    expect(listed.groups.map(({ id }) => id)).toEqual([first, ...[second, third].sort()])
  })

  test('the user is listed first, then the creator, then the other members by name. A toggle does not change this order', async () => {
    const { id: groupId } = await app.groupOf(zoe, cyd, ben, ana)
    const namesFor = async (user: TestUser) =>
      (await user.group(groupId)).members.map(({ displayName }) => displayName)
    const namesForEverybody = async () => [
      await namesFor(zoe),
      await namesFor(cyd),
      await namesFor(ben),
      await namesFor(ana),
    ]
    const expected = [
      ['Zoe', 'Ana', 'ben', 'Cyd'],
      ['Cyd', 'Zoe', 'Ana', 'ben'],
      ['ben', 'Zoe', 'Ana', 'Cyd'],
      ['Ana', 'Zoe', 'ben', 'Cyd'],
    ]
    expect(await namesForEverybody()).toEqual(expected)
    await toggle(ben, groupId, false)
    await toggle(zoe, groupId, false)
    expect(await namesForEverybody()).toEqual(expected)
  })

  test('a group contains the number of members, the number of Available members, and the time of each member’s last change', async () => {
    const { id: groupId } = await app.groupOf(ana, ben, cyd)
    app.clock.advance(60_000)
    const { lastUpdated } = await toggle(ben, groupId, false)
    const group = await ana.group(groupId)
    expect(group).toMatchObject({ memberCount: 3, availableCount: 2 })
    expect(group.members.find(({ userId }) => userId === ben.userId)).toMatchObject({
      status: false,
      lastUpdated,
    })
    const [listed] = await ana.groups()
    expect(listed).toEqual(group)
    const joined = group.members.find(({ userId }) => userId === cyd.userId)?.lastUpdated ?? ''
    expect(Date.parse(lastUpdated) - Date.parse(joined)).toBeGreaterThanOrEqual(60_000)
  })

  test('the list of groups has at most 12 members of each group and counts all members', async () => {
    const { id: groupId } = await app.groupOf(ana, ben)
    const newMembers = Array.from({ length: 13 }, (_, n) => ({
      id: newId(),
      displayName: `Member ${n + 10}`,
      status: n < 5,
    }))
    const now = app.clock.now()
    for (const { id, displayName, status } of newMembers) {
      await app.database.insert(users).values({
        uid: id,
        displayName,
        email: `${id.toLowerCase()}@example.org`,
        passwordHash: '',
        createdAt: now,
      })
      await app.database
        .insert(memberships)
        .values({ groupId, userId: id, status, lastUpdated: now, joinedAt: now })
    }
    const [card] = await ben.groups()
    const page = await ben.group(groupId)
    expect(card).toEqual({ ...page, members: page.members.slice(0, 12) })
    expect(page).toMatchObject({ memberCount: 15, availableCount: 7 })
    expect(page.members).toHaveLength(15)
    expect(page.members.slice(0, 2).map(({ displayName }) => displayName)).toEqual(['ben', 'Ana'])
  })
})

describe('changing a group', () => {
  test('a change normalizes the name and the description and increments the version of the group', async () => {
    const { id: groupId, version } = await app.groupOf(ana, ben)
    const body = { name: '  Night \t Watch ', description: ' <b>one</b>\r\ntwo ' }
    const changed = await ana.ok(api.updateGroup, { params: { groupId }, body })
    expect(changed).toMatchObject({
      name: 'Night Watch',
      description: '<b>one</b>\ntwo',
      version: version + 1,
    })
    const seen = await ben.group(groupId)
    expect(seen).toMatchObject({ name: 'Night Watch', description: '<b>one</b>\ntwo', version: version + 1 })
  })

  test.each([
    [
      'Group name',
      { name: 'x'.repeat(81), description: '' },
      { reason: 'too-long', label: 'groupName', max: 80 },
    ],
    [
      'Description',
      { name: 'x', description: 'x'.repeat(501) },
      { reason: 'too-long', label: 'description', max: 500 },
    ],
  ])('a %s that is too long is refused and changes nothing', async (label, body, params) => {
    const before = await app.groupOf(ana, ben)
    const refused = await ana.call(api.updateGroup, { params: { groupId: before.id }, body })
    const message = `${label} must be at most ${params.max} characters long.`
    expect(refused).toMatchObject({ status: 400, body: { code: 'invalid-input', message, params } })
    expect(await ana.group(before.id)).toEqual(before)
  })
})

describe('leaving', () => {
  test('leaving a group removes only the member who leaves', async () => {
    const { id: groupId, version } = await app.groupOf(ana, ben, cyd)
    await ben.ok(api.leaveGroup, { params: { groupId } })
    const left = await ana.group(groupId)
    expect(left.members.map(({ displayName }) => displayName)).toEqual(['Ana', 'Cyd'])
    expect(left).toMatchObject({ memberCount: 2, version: version + 1 })
    expect((await ben.groups()).map(({ id }) => id)).not.toContain(groupId)
    expect((await ben.call(api.leaveGroup, { params: { groupId } })).status).toBe(404)
  })
})

describe('deleting', () => {
  test('deleting a group removes memberships and invitations but keeps notices, for example the one about its creation', async () => {
    const { id: groupId } = await app.groupOf(ana, ben)
    await ana.invite(groupId, cyd.email, 'nobody@example.org')
    const noticesBefore = await app.database.$count(notices, eq(notices.relatedGroupId, groupId))

    await ana.ok(api.deleteGroup, { params: { groupId } })

    expect(await app.database.$count(groups, eq(groups.id, groupId))).toBe(0)
    expect(await app.database.$count(memberships, eq(memberships.groupId, groupId))).toBe(0)
    expect(await app.database.$count(invitations, eq(invitations.groupId, groupId))).toBe(0)
    expect(await app.database.$count(notices, eq(notices.relatedGroupId, groupId))).toBe(noticesBefore + 2)
    expect(await cyd.received()).toEqual([])
    for (const user of [ana, ben]) {
      expect((await user.groups()).map(({ id }) => id)).not.toContain(groupId)
    }
  })
})

function toggle(who: TestUser, groupId: string, status: boolean) {
  return who.turn(groupId, status)
}
