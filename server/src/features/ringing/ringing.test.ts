import type { RingingRule } from '@grouplight/contract/ringing.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { follows, statusReadings } from '#platform/database/schema.ts'
import { api } from '#testing/api.ts'
import { checkInvariants } from '#testing/model/invariants.ts'
import { useOwnTestApp } from '#testing/test-app.ts'
import type { TestUser } from '#testing/test-user.ts'

const app = useOwnTestApp()
const [ana, ben, cyd] = app.users('Ana', 'Ben', 'Cyd')
let groupId: string

beforeEach(async () => {
  groupId = (await app.groupOf(ana, ben, cyd)).id
  for (const user of [ana, ben, cyd])
    await user.ok(api.readNotifications, { body: { upTo: Number.MAX_SAFE_INTEGER } })
})

const setRule = (user: TestUser, rule: RingingRule) =>
  user.ok(api.setRingingRule, { params: { groupId }, body: { rule } })
const follow = (user: TestUser, { userId: memberId }: TestUser) =>
  user.ok(api.followMember, { params: { groupId, memberId } })
const unfollow = (user: TestUser, { userId: memberId }: TestUser) =>
  user.ok(api.unfollowMember, { params: { groupId, memberId } })

async function ring(user: TestUser): Promise<void> {
  for (const status of [false, true]) await user.turn(groupId, status)
}

/** Returns the group’s status notices in the user’s bell, the oldest first. Also checks the unread number and the invariants. */
async function bell(user: TestUser): Promise<string[]> {
  await checkInvariants(app.database)
  const notifications = await user.notices()
  const { unread } = await user.ok(api.countUnread)
  expect(unread).toBe(notifications.filter(({ read }) => !read).length)
  return notifications
    .filter(({ action, relatedGroupId }) => action === 'status' && relatedGroupId === groupId)
    .map(({ relatedUserName, read }) => `${relatedUserName} ${read ? 'read' : 'unread'}`)
    .reverse()
}

describe('a status notice', () => {
  test.each<[RingingRule, followed: string[], rings: string[]]>([
    ['all', [], ['Ben unread', 'Cyd unread']],
    ['all', ['Ben'], ['Ben unread', 'Cyd unread']],
    ['followed', [], []],
    ['followed', ['Ben'], ['Ben unread']],
    ['followed', ['Cyd'], ['Cyd unread']],
    ['followed', ['Ben', 'Cyd'], ['Ben unread', 'Cyd unread']],
    ['none', [], []],
    ['none', ['Ben'], []],
  ])('with the rule %s and the followed members %j, the bell shows %j', async (rule, followed, rings) => {
    await setRule(ana, rule)
    for (const member of [ben, cyd]) if (followed.includes(member.name)) await follow(ana, member)
    const screens = [await ana.open(), await ben.open()]
    for (const screen of screens) screen.clear()
    await ring(ben)
    await ring(cyd)
    expect(await bell(ana)).toEqual(rings)
    // The live messages about a toggle do not depend on the ringing rule: the page decides what to announce.
    const [anas, bens] = await Promise.all(screens.map(screen => screen.settled()))
    expect(anas).toEqual(bens)
    expect(anas).toHaveLength(4)
    for (const screen of screens) screen.close()
    expect(await bell(ben)).toEqual(['Cyd unread'])
  })

  test('a hidden status notice cannot be marked as read alone, and does not count as unread', async () => {
    await ring(ben)
    const notifications = await ana.notices()
    const notificationId = notifications[0]?.id ?? 0
    await setRule(ana, 'none')
    const { status } = await ana.call(api.readNotification, { params: { notificationId } })
    expect(status).toBe(404)
    expect(await ana.ok(api.readNotifications, { body: { upTo: notificationId } })).toMatchObject({
      unread: 0,
    })
    expect(await bell(ana)).toEqual([])
  })

  test('a heard status notice can be marked as read alone, or by marking all notices up to its id', async () => {
    await setRule(ana, 'followed')
    await follow(ana, ben)
    for (const member of [ben, cyd, ben, cyd, ben]) await ring(member)
    const notifications = await ana.notices()
    const ids = notifications.slice(0, 3).map(({ id }) => id)
    await ana.ok(api.readNotification, { params: { notificationId: ids[1] ?? 0 } })
    expect(await bell(ana)).toEqual(['Ben unread', 'Ben read', 'Ben unread'])
    await ana.ok(api.readNotifications, { body: { upTo: ids[2] ?? 0 } })
    expect(await bell(ana)).toEqual(['Ben read', 'Ben read', 'Ben unread'])
  })
})

test.each<RingingRule>(['followed', 'none'])(
  'with the rule %s, a creator is still notified when a member leaves',
  async rule => {
    await setRule(ana, rule)
    await cyd.ok(api.leaveGroup, { params: { groupId } })
    const notifications = await ana.notices()
    expect(notifications[0]).toMatchObject({ read: false, message: 'Cyd left your group: Mountain Rescue' })
  },
)

describe('a change of the rule', () => {
  test.each<[from: RingingRule, to: RingingRule, rings: string[]]>([
    ['all', 'all', ['Ben unread', 'Cyd unread']],
    ['all', 'followed', ['Ben unread']],
    ['all', 'none', []],
    ['followed', 'all', ['Ben read', 'Cyd read']],
    ['followed', 'followed', ['Ben unread']],
    ['followed', 'none', []],
    ['none', 'all', ['Ben read', 'Cyd read']],
    ['none', 'followed', ['Ben read']],
  ])('a change of the rule from %s to %s shows the earlier notices as %j', async (from, to, rings) => {
    await setRule(ana, from)
    await follow(ana, ben)
    await ring(ben)
    await ring(cyd)
    expect(await setRule(ana, to)).toEqual({ groupId, rule: to, follows: [ben.userId] })
    expect(await bell(ana)).toEqual(rings)
    await ring(ben)
    expect(await bell(ana)).toEqual([...rings, ...(to === 'none' ? [] : ['Ben unread'])])
    const single = await app.database.select().from(statusReadings)
    if (rings.includes('Ben read')) expect(single.filter(reading => reading.groupId === groupId)).toEqual([])
  })

  test('a change of the rule does not affect the notices of other groups', async () => {
    const first = groupId
    await setRule(ana, 'none')
    groupId = (await app.groupOf(ana, ben)).id
    await ring(ben)
    await ana.ok(api.setRingingRule, { params: { groupId: first }, body: { rule: 'all' } })
    expect(await bell(ana)).toEqual(['Ben unread'])
  })
})

describe('following', () => {
  test('following a member shows the earlier notices about the member as read, and unfollowing hides them again', async () => {
    await setRule(ana, 'followed')
    await follow(ana, ben)
    for (const member of [ben, cyd]) await ring(member)
    await follow(ana, cyd)
    expect(await bell(ana)).toEqual(['Ben unread', 'Cyd read'])
    await ring(cyd)
    expect(await bell(ana)).toEqual(['Ben unread', 'Cyd read', 'Cyd unread'])
    await unfollow(ana, cyd)
    expect(await bell(ana)).toEqual(['Ben unread'])
    await follow(ana, cyd)
    expect(await bell(ana)).toEqual(['Ben unread', 'Cyd read', 'Cyd read'])
  })

  test('following a member while the rule is “all” marks nothing as read', async () => {
    await ring(ben)
    await follow(ana, ben)
    await setRule(ana, 'followed')
    expect(await bell(ana)).toEqual(['Ben unread'])
  })

  test('following or unfollowing a member a second time changes nothing', async () => {
    await setRule(ana, 'followed')
    const ringing = { groupId, rule: 'followed' }
    expect(await follow(ana, ben)).toEqual({ ...ringing, follows: [ben.userId] })
    await ring(ben)
    const screen = await ana.open()
    screen.clear()
    expect(await follow(ana, ben)).toEqual({ ...ringing, follows: [ben.userId] })
    expect(await setRule(ana, 'followed')).toEqual({ ...ringing, follows: [ben.userId] })
    expect(await screen.settled()).toEqual([])
    expect(await bell(ana)).toEqual(['Ben unread'])
    for (const _ of [1, 2]) expect(await unfollow(ana, ben)).toEqual({ ...ringing, follows: [] })
    expect(await screen.settled()).toEqual([['ringing.changed'], ['notifications.changed']])
    screen.close()
  })

  test('following ends when the member leaves, and the notices about that member are not shown any more', async () => {
    await setRule(ana, 'followed')
    await follow(ana, ben)
    await follow(ana, cyd)
    for (const member of [ben, cyd]) await ring(member)
    await ben.ok(api.leaveGroup, { params: { groupId } })
    expect(await bell(ana)).toEqual(['Cyd unread'])
    expect(await unfollow(ana, ben)).toMatchObject({ follows: [cyd.userId] })
  })
})

test('somebody outside the group cannot be followed', async () => {
  const params = { groupId, memberId: (await app.signUp('Dan')).userId }
  expect(await ana.call(api.followMember, { params })).toMatchObject({
    status: 404,
    body: { code: 'member-not-found' },
  })
})

test('a member who leaves and comes back has the rule “all” and follows nobody', async () => {
  await setRule(ben, 'none')
  await follow(ben, cyd)
  await ben.ok(api.leaveGroup, { params: { groupId } })
  await app.join(ana, groupId, ben)
  expect((await ben.ok(api.listRinging)).groups.filter(ringing => ringing.groupId === groupId)).toEqual([])
  expect(await setRule(ben, 'followed')).toEqual({ groupId, rule: 'followed', follows: [] })
})

test('only groups with another rule than “all”, chosen coverage alerts or followed members are listed, and users see only their own rules', async () => {
  const listed = async (user: TestUser) =>
    (await user.ok(api.listRinging)).groups.filter(ringing => ringing.groupId === groupId)
  await setRule(ana, 'followed')
  await follow(ana, ben)
  expect(await listed(ana)).toEqual([{ groupId, rule: 'followed', follows: [ben.userId] }])
  expect(await listed(ben)).toEqual([])
  await setRule(ana, 'all')
  expect(await listed(ana)).toEqual([{ groupId, rule: 'all', follows: [ben.userId] }])
  await unfollow(ana, ben)
  expect(await listed(ana)).toEqual([])
})

test('when an account is deleted, its user follows nobody, and nobody follows its user', async () => {
  const dan = await app.signUp('Dan')
  groupId = (await app.groupOf(ana, dan, ben)).id
  await follow(dan, ben)
  await follow(ben, dan)
  await follow(ben, ana)
  await dan.ok(api.deleteAccount, { body: { password: dan.password } })
  const left = await app.database.select().from(follows)
  expect(left.filter(follow => follow.groupId === groupId)).toEqual([
    { groupId, userId: ben.userId, memberId: ana.userId, readNumber: 0 },
  ])
})
