import type { CoverageAlerts } from '@grouplight/contract/ringing.ts'
import { eq, like, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { addMs, minuteMs, secondMs } from '#platform/clock.ts'
import { commit } from '#platform/database/commit.ts'
import { devices, groups, memberships, pushes, sessions, users } from '#platform/database/schema.ts'
import { newId } from '#platform/tokens.ts'
import { nextExpiry } from '#start/maintenance/expiry.ts'
import { api } from '#testing/api.ts'
import { checkInvariants } from '#testing/model/invariants.ts'
import { useOwnTestApp } from '#testing/test-app.ts'
import type { TestUser } from '#testing/test-user.ts'
import { recountCoverage } from './coverage.ts'
import { sendCoverageAlerts } from './send-coverage-alerts.ts'

const app = useOwnTestApp()
const [ana, ben, cyd, eve] = app.users('Ana', 'Ben', 'Cyd', 'Eve')
let groupId: string

beforeEach(async () => {
  await app.database.execute(sql`truncate attempts`)
  groupId = (await app.groupOf(ana, ben, cyd)).id
  for (const user of [ana, ben, cyd])
    await user.ok(api.readNotifications, { body: { upTo: Number.MAX_SAFE_INTEGER } })
})

const setNeeded = (needed: number | null, who = ana) =>
  who.ok(api.setNeeded, { params: { groupId }, body: { needed } })
const choose = (user: TestUser, coverage: CoverageAlerts) =>
  user.ok(api.setCoverageAlerts, { params: { groupId }, body: { coverage } })
const turn = (user: TestUser, status: boolean) => user.turn(groupId, status)

async function after(ms: number): Promise<void> {
  app.clock.advance(ms)
  await sendCoverageAlerts(app.services)
  await checkInvariants(app.database)
}

async function addDevice({ userId }: TestUser): Promise<void> {
  const [session] = await app.database.select().from(sessions).where(eq(sessions.userId, userId))
  const at = app.clock.now()
  await app.database.insert(devices).values({
    ...{ id: newId(), userId, sessionHash: session?.tokenHash ?? Buffer.alloc(0) },
    ...{ endpoint: newId(), p256dh: '', auth: '', name: '' },
    confirmationHash: Buffer.alloc(1),
    ...{ createdAt: at, seenAt: at, confirmedAt: at },
  })
}

async function waitingPushes(): Promise<string[]> {
  const found = await app.database
    .select({ kind: sql<string>`${pushes.content} ->> 'kind'`, name: users.displayName })
    .from(pushes)
    .innerJoin(devices, eq(devices.id, pushes.deviceId))
    .innerJoin(users, eq(users.uid, devices.userId))
    .where(like(pushes.topic, 'coverage %'))
    .orderBy(users.displayName)
  return found.map(({ kind, name }) => `${kind} of ${name}`)
}

/** Returns the user's coverage alerts of the group, oldest first. */
async function alerts(user: TestUser): Promise<string[]> {
  const notifications = await user.notices()
  return notifications
    .filter(
      ({ action, relatedGroupId }) =>
        relatedGroupId === groupId && (action === 'short' || action === 'enough'),
    )
    .map(({ message, read }) => `${message} ${read ? 'read' : 'unread'}`)
    .reverse()
}

describe('the needed number', () => {
  test('members see the needed number until it is removed, and a change sends open screens a message', async () => {
    const screen = await ben.open()
    expect((await setNeeded(2)).needed).toBe(2)
    await screen.next(([name]) => name === 'group.changed')
    const group = await ben.group(groupId)
    expect(group.needed).toBe(2)
    expect((await ben.groups()).find(({ id }) => id === groupId)?.needed).toBe(2)
    expect(await setNeeded(2)).toMatchObject({ version: group.version })
    expect(await setNeeded(null)).not.toHaveProperty('needed')
    expect(await ben.group(groupId)).not.toHaveProperty('needed')
    await checkInvariants(app.database)
  })

  test('a needed number above the number of members is allowed, and causes no alert', async () => {
    expect((await setNeeded(500)).needed).toBe(500)
    const body = { needed: 501 }
    expect((await ana.call(api.setNeeded, { params: { groupId }, body })).status).toBe(400)
    await after(20 * minuteMs)
    expect(await alerts(ana)).toEqual([])
  })
})

describe('alerts', () => {
  test('by default, only the creator gets an alert, after a minute with fewer Available members than needed', async () => {
    await setNeeded(3)
    await turn(ben, false)
    await after(50 * secondMs)
    expect(await alerts(ana)).toEqual([])
    await after(10 * secondMs)
    expect(await alerts(ana)).toEqual(['Mountain Rescue: 1 more is needed (2 of 3) unread'])
    expect(await alerts(ben)).toEqual([])
    const notifications = await ana.notices()
    expect(notifications[0]).toMatchObject({ type: 'admin', action: 'short', count: 2, needed: 3 })
  })

  test('each member gets the alerts that they chose, and "enough again" marks an unread "too few" as read', async () => {
    await choose(ana, 'both')
    await choose(ben, 'enough')
    await choose(cyd, 'short')
    await setNeeded(3)
    await turn(ben, false)
    await turn(cyd, false)
    await after(minuteMs)
    await turn(ben, true)
    await turn(cyd, true)
    await after(minuteMs)
    const short = 'Mountain Rescue: 2 more are needed (1 of 3)'
    const enough = 'Mountain Rescue: enough again (3 of 3)'
    expect(await alerts(ana)).toEqual([`${short} read`, `${enough} unread`])
    expect(await alerts(ben)).toEqual([`${enough} unread`])
    expect(await alerts(cyd)).toEqual([`${short} read`])
  })

  test('the next alert replaces or drops the unsent pushes of the previous alert, and removing the needed number drops the unsent pushes', async () => {
    vi.spyOn(app.services.workers.push, 'wake').mockReturnValue()
    await choose(ana, 'both')
    await choose(cyd, 'short')
    for (const user of [ana, cyd]) await addDevice(user)
    await setNeeded(3)
    await turn(ben, false)
    await after(minuteMs)
    expect(await waitingPushes()).toEqual(['admin.short of Ana', 'admin.short of Cyd'])
    await turn(ben, true)
    await after(minuteMs)
    expect(await waitingPushes()).toEqual(['admin.enough of Ana'])
    await setNeeded(null)
    expect(await waitingPushes()).toEqual([])
  })

  test('a shortage of less than a minute causes no alert', async () => {
    await setNeeded(3)
    for (let dips = 0; dips < 20; dips++) {
      await turn(ben, false)
      await after(50 * secondMs)
      await turn(ben, true)
      await after(secondMs)
    }
    expect(await alerts(ana)).toEqual([])
  })

  test('the same side causes at most one alert in ten minutes', async () => {
    await choose(ana, 'both')
    await setNeeded(3)
    for (const status of [false, true, false]) {
      await turn(ben, status)
      await after(minuteMs)
    }
    expect(await alerts(ana)).toHaveLength(2)
    await after(7 * minuteMs)
    expect(await alerts(ana)).toHaveLength(2)
    await after(minuteMs)
    expect(await alerts(ana)).toHaveLength(3)
  })

  test('changing the needed number causes no alert, and removing it marks the unread alert as read', async () => {
    await setNeeded(2)
    await setNeeded(4)
    await after(20 * minuteMs)
    expect(await alerts(ana)).toEqual([])
    await setNeeded(3)
    await turn(ben, false)
    await after(minuteMs)
    await setNeeded(4)
    expect(await alerts(ana)).toEqual([expect.stringMatching(/ unread$/)])
    await setNeeded(null)
    expect(await alerts(ana)).toEqual([expect.stringMatching(/ read$/)])
    await after(20 * minuteMs)
    expect(await alerts(ana)).toHaveLength(1)
  })

  test('if there are enough members for a new needed number, the unread alert is marked as read', async () => {
    await setNeeded(3)
    await turn(ben, false)
    await after(minuteMs)
    await setNeeded(2)
    expect(await alerts(ana)).toEqual([expect.stringMatching(/ read$/)])
  })

  test.each<[string, () => Promise<unknown>]>([
    ['leaves', () => cyd.ok(api.leaveGroup, { params: { groupId } })],
    ['signs out', () => cyd.ok(api.signOut).finally(() => cyd.signIn())],
    [
      'has an open question',
      () =>
        commit(app.services, async transaction => {
          await transaction.execute(sql`select 1 from groups where id = ${groupId} for update`)
          await transaction
            .update(memberships)
            .set({ askedAt: app.clock.now() })
            .where(sql`group_id = ${groupId} and user_id = ${cyd.userId}`)
          await recountCoverage(transaction, app.services, [groupId])
        }),
    ],
  ])('a member who %s does not count for the needed number', async (_, act) => {
    await setNeeded(3)
    await act()
    await after(minuteMs)
    expect(await alerts(ana)).toEqual(['Mountain Rescue: 1 more is needed (2 of 3) unread'])
  })

  test('a new member counts for the needed number until the account is deleted', async () => {
    const dan = await app.signUp('Dan')
    await choose(ana, 'both')
    await setNeeded(4)
    await app.join(ana, groupId, dan)
    await after(minuteMs)
    await dan.ok(api.deleteAccount, { body: { password: dan.password } })
    await after(minuteMs)
    expect(await alerts(ana)).toEqual([
      'Mountain Rescue: enough again (4 of 4) read',
      'Mountain Rescue: 1 more is needed (3 of 4) unread',
    ])
  })

  test('a hand-over keeps the needed number, and by default only the new creator gets the next alert', async () => {
    await setNeeded(3)
    await ana.ok(api.offerGroup, { params: { groupId }, body: { memberId: ben.userId } })
    expect((await ben.ok(api.acceptOffer, { params: { groupId } })).needed).toBe(3)
    await turn(cyd, false)
    await after(minuteMs)
    expect(await alerts(ana)).toEqual([])
    expect(await alerts(ben)).toHaveLength(1)
  })

  test('the job that sends alerts plans its next run for the time at which an alert is due', async () => {
    await setNeeded(3)
    const { lastUpdated } = await turn(ben, false)
    expect(await nextExpiry(app.services)).toEqual(addMs(new Date(lastUpdated), minuteMs))
  })

  test('a clock that was set back delays an alert by at most ten minutes', async () => {
    await setNeeded(3)
    await app.database
      .update(groups)
      .set({ shortAlertedAt: addMs(app.clock.now(), 1_000 * minuteMs) })
      .where(eq(groups.id, groupId))
    await turn(ben, false)
    await after(10 * minuteMs)
    expect(await alerts(ana)).toHaveLength(1)
  })
})

describe('the alerts that a member chooses', () => {
  test('the choice of alerts is listed with the ringing rule for the group, and no other user sees it', async () => {
    expect(await choose(ben, 'both')).toEqual({ groupId, rule: 'all', follows: [], coverage: 'both' })
    expect((await ben.ok(api.listRinging)).groups).toContainEqual({
      ...{ groupId, rule: 'all', follows: [], coverage: 'both' },
    })
    const { dashboard } = await ben.ok(api.readDashboard)
    expect(dashboard?.ringing.find(ringing => ringing.groupId === groupId)).toMatchObject({
      coverage: 'both',
    })
    const { groups } = await ana.ok(api.listRinging)
    expect(groups.filter(ringing => ringing.groupId === groupId)).toEqual([])
    expect(
      await eve.call(api.setCoverageAlerts, { params: { groupId }, body: { coverage: 'both' } }),
    ).toMatchObject({ status: 404 })
  })
})
