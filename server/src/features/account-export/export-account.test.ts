import { ne } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { users } from '#platform/database/schema.ts'
import { api } from '#testing/api.ts'
import { addPasskey } from '#testing/authenticator.ts'
import { newKey } from '#testing/keys.ts'
import { useTestApp } from '#testing/test-app.ts'
import type { TestUser } from '#testing/test-user.ts'

const app = useTestApp()

describe('the export of a user’s own account', () => {
  const [ana, ben, cyd] = app.users('Ana', 'Ben', 'Cyd')
  let choir: string
  let rescue: string

  beforeAll(async () => {
    choir = (await app.groupOf(ana)).id
    rescue = (await app.groupOf(ben)).id
    await app.join(ana, choir, ben, cyd)
    await app.join(ben, rescue, ana)
    await ana.ok(api.updateGroup, {
      params: { groupId: choir },
      body: { name: 'Choir', description: 'Mondays' },
    })
    const params = { groupId: choir }
    await ana.ok(api.inviteMembers, { params, body: { emails: ['dan@example.org'], message: 'Sing!' } })
  })

  test('is a file with the account, the memberships, created groups, invitations, sessions and notifications', async () => {
    const { status, headers } = await ana.call(api.exportAccount)
    expect(status).toBe(200)
    expect(headers.get('content-disposition')).toMatch(
      /^attachment; filename="my-data-\d{4}-\d\d-\d\d\.json"$/,
    )
    expect(headers.get('cache-control')).toContain('no-store')
    const lines = app.logged.filter(line => line.includes('data was downloaded') && line.includes(ana.userId))
    expect(lines).toHaveLength(1)
    const data = await ana.ok(api.exportAccount)
    expect(data.account).toMatchObject({ uid: ana.userId, email: ana.email, displayName: 'Ana' })
    expect(data.memberships).toMatchObject([
      { groupId: choir, groupName: 'Choir', status: true },
      { groupId: rescue, groupName: 'Mountain Rescue', status: true },
    ])
    expect(data.groupsCreated).toMatchObject([{ groupId: choir, name: 'Choir', description: 'Mondays' }])
    expect(data.invitationsSent.map(({ email, status }) => [email, status])).toEqual(
      expect.arrayContaining([
        [ben.email, 'accepted'],
        [cyd.email, 'accepted'],
        ['dan@example.org', 'pending'],
      ]),
    )
    expect(data.invitationsReceived).toMatchObject([
      { groupName: 'Mountain Rescue', invitedByName: 'Ben', status: 'accepted' },
    ])
    const day = data.exportedAt.slice(0, 10)
    expect(data.sessions).toEqual([{ browser: null, createdAt: expect.any(String), lastSeenOn: day }])
    expect(data.notifications.map(({ message }) => message)).toEqual(
      expect.arrayContaining([
        'You created a new group: Mountain Rescue',
        'Ben joined your group: Mountain Rescue',
      ]),
    )
  })

  test('contains when the user became Available, but not when other members became Available', async () => {
    for (const status of [false, true]) await ben.turn(choir, status)
    const { memberships, statusNotices } = await ben.ok(api.exportAccount)
    const createdAt = memberships.find(({ groupId }) => groupId === choir)?.lastUpdated
    expect(statusNotices).toEqual([{ groupId: choir, groupName: 'Choir', createdAt }])
    const others = await ana.ok(api.exportAccount)
    expect(others.statusNotices).toEqual([])
    expect(others.notifications.map(({ action }) => action)).not.toContain('status')
  })

  test('contains the user’s keys and passkeys without ids and tokens', async () => {
    const { token, key } = await newKey(cyd, { groupIds: [choir], days: 30 })
    await addPasskey(cyd)
    const exported = await cyd.ok(api.exportAccount)
    const { id, ...kept } = key
    expect(exported.keys).toEqual([kept])
    expect(JSON.stringify(exported)).not.toContain(token)
    expect(exported.passkeys).toEqual([{ name: 'Phone', createdAt: expect.any(String), lastUsedOn: null }])
  })

  test('contains what the creator has set for the group, and its boards without secrets', async () => {
    const params = { groupId: choir }
    await ana.ok(api.setNeeded, { params, body: { needed: 2 } })
    await ana.ok(api.setAskingInterval, { params, body: { minutes: 240 } })
    const body = { showsNames: true, frameOrigins: ['https://club.example'], days: 30 as const }
    const { board, address } = await ana.ok(api.createBoard, { params, body })
    const exported = await ana.ok(api.exportAccount)
    const { id, ...shown } = board
    expect(exported.groupsCreated).toMatchObject([{ groupId: choir, needed: 2, askingInterval: 240 }])
    expect(exported.boards).toEqual([{ groupId: choir, ...shown }])
    expect(JSON.stringify(exported)).not.toContain(address.split('#')[1])
  })

  test('contains what the member has chosen in each group, and nothing that other members have chosen', async () => {
    const params = { groupId: choir }
    const before = (await ben.ok(api.exportAccount)).memberships
    const { until } = await cyd.turn(choir, true, { forMinutes: 30, note: 'Up for coffee' })
    await cyd.ok(api.setUsualEnd, { params, body: { minutes: 60 } })
    await cyd.ok(api.setShownOutside, { params, body: { shown: true } })
    await cyd.ok(api.setCoverageAlerts, { params, body: { coverage: 'both' } })
    await cyd.ok(api.setRingingRule, { params, body: { rule: 'followed' } })
    await cyd.ok(api.followMember, { params: { ...params, memberId: ben.userId } })
    const prompt = { days: [1], time: '18:00', until: '22:00', timeZone: 'Europe/Berlin' }
    const questions = { askAgain: { afterMinutes: 120, endsUnanswered: true }, prompt } as const
    await cyd.ok(api.updateQuestionSettings, { params, body: questions })
    const exported = await cyd.ok(api.exportAccount)
    expect(exported.memberships).toMatchObject([
      {
        ...{ until, note: 'Up for coffee', usualEnd: 60, shownOutside: true, coverageAlerts: 'both' },
        ...{ rings: 'followed', follows: [{ userId: ben.userId, displayName: 'Ben' }] },
        questions: { ...questions, askedAt: null, confirmedAt: null },
      },
    ])
    expect((await ben.ok(api.exportAccount)).memberships).toEqual(before)
    expect(before).toMatchObject(
      Array(2).fill({
        ...{ until: null, note: null, usualEnd: null, shownOutside: false, coverageAlerts: null },
        ...{ rings: 'all', follows: [], questions: { askAgain: null, prompt: null } },
      }),
    )
  })

  test('contains the user’s open watches, but nothing about fulfilled watches', async () => {
    const addWatch = (target: { memberId: string } | { needed: number }) =>
      cyd.ok(api.addWatch, { params: { groupId: choir }, body: { ...target, forMinutes: 60 } })
    for (const user of [ana, ben]) await user.turn(choir, false)
    const { endsAt } = await addWatch({ memberId: ben.userId })
    await addWatch({ needed: 2 })
    const watchesOf = async (user: TestUser) =>
      (await user.ok(api.exportAccount)).memberships.flatMap(({ watches }) => watches)
    expect(await watchesOf(cyd)).toEqual([
      { member: { userId: ben.userId, displayName: 'Ben' }, needed: null, endsAt },
      { member: null, needed: 2, endsAt: expect.any(String) },
    ])
    expect(await watchesOf(ben)).toEqual([])
    for (const user of [ana, ben]) await user.turn(choir, true)
    expect(await watchesOf(cyd)).toEqual([])
    const actions = (await cyd.ok(api.exportAccount)).notifications.map(({ action }) => action)
    expect(actions.filter(action => ['awaited', 'reached'].includes(action))).toEqual([])
  })

  test('contains no password hashes, and no address of another user if the user has invited nobody', async () => {
    const everything = JSON.stringify(await cyd.ok(api.exportAccount))
    expect(everything).toContain(cyd.email)
    for (const address of [ana.email, ben.email, 'dan@example.org']) expect(everything).not.toContain(address)
    const all = await app.database.select().from(users).where(ne(users.passwordHash, ''))
    for (const user of [ana, ben, cyd]) {
      const text = JSON.stringify(await user.ok(api.exportAccount))
      expect(text).not.toMatch(/argon2|hash/i)
      for (const { passwordHash } of all) expect(text).not.toContain(passwordHash)
    }
  })

  test('does not contain the current name of a group that the user has left', async () => {
    await cyd.ok(api.leaveGroup, { params: { groupId: choir } })
    const body = { name: 'Secret Choir', description: '' }
    await ana.ok(api.updateGroup, { params: { groupId: choir }, body })
    const data = await cyd.ok(api.exportAccount)
    expect(data.invitationsReceived).toMatchObject([{ groupName: null, invitedByName: null }])
    expect(JSON.stringify(data)).not.toContain('Secret')
  })
})
