import type { RingingRule } from '@grouplight/contract/ringing.ts'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { sessionIdOf } from '#features/account/sessions.ts'
import { GroupCache } from '#features/group/group-cache.ts'
import { dayMs } from '#platform/clock.ts'
import { users } from '#platform/database/schema.ts'
import { api } from '#testing/api.ts'
import { useOwnTestApp } from '#testing/test-app.ts'
import type { TestUser } from '#testing/test-user.ts'
import {
  type DashboardSummary,
  dashboardTag,
  findDashboardSummary,
  readDashboard as readDashboardOf,
} from './read-dashboard.ts'

const app = useOwnTestApp()

const [ana, ben, cyd] = app.users('Ana', 'Ben', 'Cyd')
let groupId: string
let other: string

beforeEach(async () => {
  await Promise.all([ana, ben, cyd].map(user => user.signIn()))
  groupId = (await app.groupOf(ana, ben)).id
  other = (await app.groupOf(cyd)).id
  await cyd.invite(other, ana.email)
})

const setStatus = (user: TestUser, status: boolean) => user.turn(groupId, status)
const readAll = async (user: TestUser) => {
  const notifications = await user.notices()
  await user.ok(api.readNotifications, { body: { upTo: notifications[0]?.id ?? 0 } })
}

describe('the dashboard', () => {
  test('contains the same groups, unread count, received invitations and ringing rules as the separate endpoints', async () => {
    await ana.ok(api.setRingingRule, { params: { groupId }, body: { rule: 'followed' } })
    await ana.ok(api.followMember, { params: { groupId, memberId: ben.userId } })
    const { account, dashboard } = await ana.ok(api.readDashboard)
    expect(account).toEqual({
      uid: ana.userId,
      displayName: 'Ana',
      email: ana.email,
      emailVerified: true,
    })
    expect(dashboard).toEqual({
      ...(await ana.ok(api.listGroups)),
      unread: await ana.ok(api.countUnread),
      ...(await ana.ok(api.listReceivedInvitations)),
      ringing: (await ana.ok(api.listRinging)).groups,
    })
    expect(dashboard?.ringing).toEqual([{ groupId, rule: 'followed', follows: [ben.userId] }])
    expect(dashboard?.groups[0]).toMatchObject({ id: groupId, memberCount: 2 })
    expect(dashboard?.invitations[0]).toMatchObject({ groupId: other, invitedByName: 'Cyd' })
  })

  test('without invitations, it is read with the session in one statement, or in two after a group has changed', async () => {
    let status = false
    const readAfterChange = async () => {
      status = !status
      await setStatus(ben, status)
      return statementsOf(() => ben.call(api.readDashboard))
    }
    // Each tries again, because a job of the node may read memberships at the same moment.
    await expect.poll(readAfterChange).toBe(2)
    const { headers } = await ben.call(api.readDashboard)
    const ifNoneMatch = { 'if-none-match': headers.get('etag') ?? '' }
    await expect.poll(() => statementsOf(() => ben.call(api.readDashboard))).toBe(1)
    await expect.poll(() => statementsOf(() => ben.call(api.readDashboard, { headers: ifNoneMatch }))).toBe(1)
    await expect.poll(() => statementsOf(() => app.guest().call(api.readDashboard))).toBe(0)
  })

  test('contains only the fields of its schema, and so does the response with a group', async () => {
    const { body: dashboard } = await ana.call(api.readDashboard)
    expect(dashboard).toEqual(await ana.ok(api.readDashboard))
    const { body: group } = await ana.call(api.readGroup, { params: { groupId } })
    expect(group).toEqual(await ana.group(groupId))
  })

  test('is empty for a guest, and contains only the account for a user with an unverified address', async () => {
    expect(await app.guest().ok(api.readDashboard)).toEqual({ account: null, dashboard: null })
    const dan = await app.signUp('Dan')
    await app.database.update(users).set({ emailVerifiedAt: null }).where(eq(users.uid, dan.userId))
    const { account, dashboard } = await dan.ok(api.readDashboard)
    expect(account).toMatchObject({ uid: dan.userId, emailVerified: false })
    expect(dashboard).toBeNull()
  })

  test('has the header Cache-Control: no-store, and is not sent again to a browser that sends the current entity tag', async () => {
    const first = await ana.call(api.readDashboard)
    const tag = first.headers.get('etag') ?? ''
    const again = await ana.call(api.readDashboard, { headers: { 'if-none-match': tag } })
    expect([again.status, again.body, again.headers.get('etag')]).toEqual([304, '', tag])
    for (const { headers } of [first, again]) expect(headers.get('cache-control')).toBe('no-store')
    const among = await ana.call(api.readDashboard, { headers: { 'if-none-match': `"x", ${tag}` } })
    expect(among.status).toBe(304)
    for (const otherUser of [ben, app.guest()]) {
      const { status } = await otherUser.call(api.readDashboard, { headers: { 'if-none-match': tag } })
      expect(status).toBe(200)
    }
  })

  test.each<[string, () => Promise<unknown>]>([
    ['a member toggled', () => setStatus(ben, false)],
    ['a group was renamed', () => rename('Night Watch')],
    [
      'a member changed the display name',
      () => ben.ok(api.updateAccount, { body: { displayName: 'Benjamin' } }),
    ],
    ['the user changed the display name', () => ana.ok(api.updateAccount, { body: { displayName: 'Anna' } })],
    ['a member left', () => ben.ok(api.leaveGroup, { params: { groupId } })],
    ['a notification was added', () => setStatus(ben, false).then(() => setStatus(ben, true))],
    ['notifications were read', () => readAll(ana)],
    [
      'the inviter changed the display name',
      () => cyd.ok(api.updateAccount, { body: { displayName: 'Cydney' } }),
    ],
    ['the user changed the ringing rule', () => setRule('none')],
    ['the user followed a member', () => setRule('followed').then(() => follow(ben))],
    ['an invitation was cancelled', () => cancelLastInvitation()],
    ['an invitation expired', async () => app.clock.advance(8 * dayMs)],
  ])('is sent again after %s', async (_, change) => {
    const tag = (await ana.call(api.readDashboard)).headers.get('etag') ?? ''
    await change()
    const { status, body } = await ana.call(api.readDashboard, { headers: { 'if-none-match': tag } })
    expect(status).toBe(200)
    expect(body).toMatchObject({ dashboard: await ana.ok(api.listGroups) })
  })

  test('may be newer than its summary, and the entity tag of this summary then no longer matches', async () => {
    const summary = await summaryOf(ana)
    await setStatus(ben, false)
    const { groups } = await readDashboardOf(new GroupCache(app.database), app.clock, summary)
    expect(groups.find(({ id }) => id === groupId)).toMatchObject({ availableCount: 1 })
    expect(dashboardTag(summary)).not.toBe(dashboardTag(await summaryOf(ana)))
  })
})

describe('a group', () => {
  test('is not sent again to the same user while its version is the same', async () => {
    const read = (user: TestUser, tag: string) =>
      user.call(api.readGroup, { params: { groupId }, headers: { 'if-none-match': tag } })
    const tag = (await read(ana, '')).headers.get('etag') ?? ''
    expect((await read(ana, tag)).status).toBe(304)
    const bens = await read(ben, tag)
    expect([bens.status, bens.headers.get('etag') === tag]).toEqual([200, false])
    await setStatus(ben, false)
    const changed = await read(ana, tag)
    expect(changed).toMatchObject({ status: 200, body: { availableCount: 1 } })
    expect(changed.headers.get('etag')).not.toBe(tag)
  })

  test('is refused to a former member who sends the entity tag from before leaving', async () => {
    const { headers } = await ben.call(api.readGroup, { params: { groupId } })
    await ben.ok(api.leaveGroup, { params: { groupId } })
    const headersWithTag = { 'if-none-match': headers.get('etag') ?? '' }
    expect((await ben.call(api.readGroup, { params: { groupId }, headers: headersWithTag })).status).toBe(404)
  })
})

/** Counts only statements about sessions or memberships, because jobs of the node seldom run such statements. */
async function statementsOf(request: () => Promise<unknown>): Promise<number> {
  const { $client } = app.database as unknown as { $client: { query(): unknown } }
  const query = vi.spyOn($client, 'query')
  await request()
  const statements = query.mock.calls.map(call => JSON.stringify(call))
  query.mockRestore()
  return statements.filter(statement => /\b(sessions|memberships)\b/.test(statement)).length
}

async function summaryOf({ cookie }: TestUser): Promise<DashboardSummary> {
  const session = sessionIdOf(app.services.secret, cookie.split('=')[1] ?? '')
  return (await findDashboardSummary(app, session)) as DashboardSummary
}

const setRule = (rule: RingingRule) => ana.ok(api.setRingingRule, { params: { groupId }, body: { rule } })
const follow = ({ userId: memberId }: TestUser) => ana.ok(api.followMember, { params: { groupId, memberId } })

const rename = (name: string) =>
  ana.ok(api.updateGroup, { params: { groupId }, body: { name, description: '' } })

async function cancelLastInvitation() {
  const { invitations } = await cyd.ok(api.listSentInvitations, { params: { groupId: other } })
  await cyd.ok(api.cancelInvitation, {
    params: { groupId: other, invitationId: invitations[0]?.id ?? '' },
  })
}
