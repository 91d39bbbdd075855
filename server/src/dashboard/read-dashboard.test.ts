import { updateAccount } from '@grouplight/contract/account.ts'
import { setAvailability } from '@grouplight/contract/availability.ts'
import { readDashboard } from '@grouplight/contract/dashboard.ts'
import { leaveGroup, listGroups, readGroup, updateGroup } from '@grouplight/contract/group.ts'
import {
  cancelInvitation,
  inviteMembers,
  listReceivedInvitations,
  listSentInvitations,
} from '@grouplight/contract/invitation.ts'
import { countUnread, listNotifications, readNotifications } from '@grouplight/contract/notification.ts'
import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { dayMs } from '#clock.ts'
import { users } from '#database/schema.ts'
import type { Person } from '#testing/person.ts'
import { useTestApp } from '#testing/test-app.ts'
import { dashboardTag, readDashboard as readBehind, readDashboardSummary } from './read-dashboard.ts'

const app = useTestApp()

let ana: Person
let ben: Person
let cyd: Person
let groupId: string
let other: string

beforeAll(async () => {
  ;[ana, ben, cyd] = (await Promise.all(['Ana', 'Ben', 'Cyd'].map(name => app.signUp(name)))) as [
    Person,
    Person,
    Person,
  ]
})

beforeEach(async () => {
  await Promise.all([ana, ben, cyd].map(person => person.signIn()))
  groupId = (await app.groupOf(ana, ben)).id
  other = (await app.groupOf(cyd)).id
  await cyd.ok(inviteMembers, { params: { groupId: other }, body: { emails: [ana.email] } })
})

const turn = (person: Person, status: boolean) =>
  person.ok(setAvailability, { params: { groupId, userId: person.userId }, body: { status } })
const readAll = async (person: Person) => {
  const { notifications } = await person.ok(listNotifications)
  await person.ok(readNotifications, { body: { upTo: notifications[0]?.id ?? 0 } })
}

describe('the dashboard', () => {
  test('is what its parts are, in one answer', async () => {
    const { account, dashboard } = await ana.ok(readDashboard)
    expect(account).toEqual({
      uid: ana.userId,
      displayName: 'Ana',
      email: ana.email,
      emailVerified: true,
    })
    expect(dashboard).toEqual({
      ...(await ana.ok(listGroups)),
      unread: await ana.ok(countUnread),
      ...(await ana.ok(listReceivedInvitations)),
    })
    expect(dashboard?.groups[0]).toMatchObject({ id: groupId, memberCount: 2 })
    expect(dashboard?.invitations[0]).toMatchObject({ groupId: other, invitedByName: 'Cyd' })
  })

  test('is empty for a guest, and for who is not verified only who they are', async () => {
    expect(await app.guest().ok(readDashboard)).toEqual({ account: null, dashboard: null })
    const dan = await app.signUp('Dan')
    await app.database.update(users).set({ emailVerifiedAt: null }).where(eq(users.uid, dan.userId))
    const { account, dashboard } = await dan.ok(readDashboard)
    expect(account).toMatchObject({ uid: dan.userId, emailVerified: false })
    expect(dashboard).toBeNull()
  })

  test('is not sent again to a browser that has it, and never cached', async () => {
    const first = await ana.call(readDashboard)
    const tag = first.headers.get('etag') ?? ''
    const again = await ana.call(readDashboard, { headers: { 'if-none-match': tag } })
    expect([again.status, again.body, again.headers.get('etag')]).toEqual([304, '', tag])
    for (const { headers } of [first, again]) expect(headers.get('cache-control')).toBe('no-store')
    const among = await ana.call(readDashboard, { headers: { 'if-none-match': `"x", ${tag}` } })
    expect(among.status).toBe(304)
    for (const someoneElse of [ben, app.guest()]) {
      const { status } = await someoneElse.call(readDashboard, { headers: { 'if-none-match': tag } })
      expect(status).toBe(200)
    }
  })

  test.each<[string, () => Promise<unknown>]>([
    ['a member toggled', () => turn(ben, false)],
    ['a group was renamed', () => rename('Night Watch')],
    ['a member has another name', () => ben.ok(updateAccount, { body: { displayName: 'Benjamin' } })],
    ['I have another name', () => ana.ok(updateAccount, { body: { displayName: 'Anna' } })],
    ['a member left', () => ben.ok(leaveGroup, { params: { groupId } })],
    ['there is a notification', () => turn(ben, false).then(() => turn(ben, true))],
    ['notifications were read', () => readAll(ana)],
    ['the inviter has another name', () => cyd.ok(updateAccount, { body: { displayName: 'Cydney' } })],
    ['an invitation was taken back', () => takeBack()],
    ['an invitation is over', async () => app.clock.advance(8 * dayMs)],
  ])('is sent again when %s', async (_, change) => {
    const tag = (await ana.call(readDashboard)).headers.get('etag') ?? ''
    await change()
    const { status, body } = await ana.call(readDashboard, { headers: { 'if-none-match': tag } })
    expect(status).toBe(200)
    expect(body).toMatchObject({ dashboard: await ana.ok(listGroups) })
  })

  test('what changes while it is read is in it, under a tag that holds no longer', async () => {
    const seen = await readDashboardSummary(app, ana)
    await turn(ben, false)
    const { groups } = await readBehind(app, { userId: ana.userId, ...seen })
    expect(groups.find(({ id }) => id === groupId)).toMatchObject({ availableCount: 1 })
    expect(dashboardTag(seen)).not.toBe(dashboardTag(await readDashboardSummary(app, ana)))
  })
})

describe('a group', () => {
  test('is not sent again while its version is the same, to the same person', async () => {
    const ask = (person: Person, tag: string) =>
      person.call(readGroup, { params: { groupId }, headers: { 'if-none-match': tag } })
    const tag = (await ask(ana, '')).headers.get('etag') ?? ''
    expect((await ask(ana, tag)).status).toBe(304)
    const bens = await ask(ben, tag)
    expect([bens.status, bens.headers.get('etag') === tag]).toEqual([200, false])
    await turn(ben, false)
    const changed = await ask(ana, tag)
    expect(changed).toMatchObject({ status: 200, body: { availableCount: 1 } })
    expect(changed.headers.get('etag')).not.toBe(tag)
  })

  test('is refused to a former member, whatever tag they send', async () => {
    const { headers } = await ben.call(readGroup, { params: { groupId } })
    await ben.ok(leaveGroup, { params: { groupId } })
    const held = { 'if-none-match': headers.get('etag') ?? '' }
    expect((await ben.call(readGroup, { params: { groupId }, headers: held })).status).toBe(404)
  })
})

const rename = (name: string) => ana.ok(updateGroup, { params: { groupId }, body: { name, description: '' } })

async function takeBack() {
  const { invitations } = await cyd.ok(listSentInvitations, { params: { groupId: other } })
  await cyd.ok(cancelInvitation, {
    params: { groupId: other, invitationId: invitations[0]?.id ?? '' },
  })
}
