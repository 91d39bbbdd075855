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
    for (const status of [false, true])
      await ben.ok(api.setAvailability, { params: { groupId: choir, userId: ben.userId }, body: { status } })
    const { lastUpdated } = (await ben.ok(api.exportAccount)).memberships.find(
      ({ groupId }) => groupId === choir,
    ) as { lastUpdated: string }
    const own = { groupId: choir, groupName: 'Choir', createdAt: lastUpdated }
    expect((await ben.ok(api.exportAccount)).statusNotices).toEqual([own])
    const { statusNotices, notifications } = await ana.ok(api.exportAccount)
    expect(statusNotices).toEqual([])
    expect(notifications.filter(({ action }) => action === 'status')).toEqual([])
    expect(notifications).not.toEqual([])
  })

  test('contains the user’s keys without ids and tokens, and the user’s passkeys without ids', async () => {
    const { token, key } = await newKey(cyd, { groupIds: [choir], days: 30 })
    await addPasskey(cyd)
    const exported = await cyd.ok(api.exportAccount)
    const { id, ...kept } = key
    expect(exported.keys).toEqual([kept])
    expect(JSON.stringify(exported)).not.toContain(token)
    const passkey = { name: 'Phone', createdAt: expect.any(String), lastUsedOn: null }
    expect(exported.passkeys).toEqual([passkey])
    expect(await ben.ok(api.exportAccount)).toMatchObject({ keys: [], passkeys: [] })
  })

  test('contains the needed numbers of the user’s own groups and the user’s choices of coverage alerts', async () => {
    await ana.ok(api.setNeeded, { params: { groupId: choir }, body: { needed: 2 } })
    await ana.ok(api.setCoverageAlerts, { params: { groupId: choir }, body: { coverage: 'both' } })
    const { groupsCreated, memberships } = await ana.ok(api.exportAccount)
    expect(groupsCreated).toMatchObject([{ groupId: choir, needed: 2 }])
    expect(memberships).toMatchObject([{ coverageAlerts: 'both' }, { coverageAlerts: null }])
    const others = await ben.ok(api.exportAccount)
    expect(others.memberships).toMatchObject([{ coverageAlerts: null }, { coverageAlerts: null }])
  })

  test('says in which groups the user is shown outside, and lists the boards of the user’s own groups without secrets', async () => {
    await ana.ok(api.setShownOutside, { params: { groupId: choir }, body: { shown: true } })
    const body = { showsNames: true, frameOrigins: ['https://club.example'], days: 30 as const }
    const { board, address } = await ana.ok(api.createBoard, { params: { groupId: choir }, body })
    const exported = await ana.ok(api.exportAccount)
    const { id, ...shown } = board
    expect(exported.boards).toEqual([{ groupId: choir, ...shown }])
    expect(exported.memberships).toMatchObject([{ shownOutside: true }, { shownOutside: false }])
    expect(JSON.stringify(exported)).not.toContain(address.split('#')[1])
    const others = await ben.ok(api.exportAccount)
    expect(others.boards).toEqual([])
    expect(others.memberships).toMatchObject([{ shownOutside: false }, { shownOutside: false }])
  })

  test('contains the end, the note and the usual end of the user’s availability, and no notes of other users', async () => {
    const params = { groupId: choir, userId: ana.userId }
    const body = { status: true, forMinutes: 30, note: 'Up for coffee' }
    const { until } = await ana.ok(api.setAvailability, { params, body })
    await ana.ok(api.setUsualEnd, { params: { groupId: choir }, body: { minutes: 60 } })
    const exported = await ana.ok(api.exportAccount)
    expect(exported.memberships).toMatchObject([{ until, note: 'Up for coffee', usualEnd: 60 }, {}])
    expect(JSON.stringify(await ben.ok(api.exportAccount))).not.toContain('coffee')
  })

  test('contains the ringing rules and the follows of the user, but none of other users', async () => {
    await cyd.ok(api.setRingingRule, { params: { groupId: choir }, body: { rule: 'followed' } })
    await cyd.ok(api.followMember, { params: { groupId: choir, memberId: ben.userId } })
    const ringingOf = async (user: TestUser) =>
      (await user.ok(api.exportAccount)).memberships.map(({ rings, follows }) => ({ rings, follows }))
    expect(await ringingOf(cyd)).toEqual([
      { rings: 'followed', follows: [{ userId: ben.userId, displayName: 'Ben' }] },
    ])
    expect(await ringingOf(ben)).toEqual([
      { rings: 'all', follows: [] },
      { rings: 'all', follows: [] },
    ])
  })

  test('contains the user’s settings for questions and prompts, and none of other users', async () => {
    const prompt = { days: [1], time: '18:00', until: '22:00', timeZone: 'Europe/Berlin' }
    const body = { askAgain: { afterMinutes: 120, endsUnanswered: true }, prompt } as const
    await cyd.ok(api.updateQuestionSettings, { params: { groupId: choir }, body })
    await ana.ok(api.setAskingInterval, { params: { groupId: choir }, body: { minutes: 240 } })
    const questionsOf = async (user: TestUser) =>
      (await user.ok(api.exportAccount)).memberships.map(({ questions }) => questions)
    const nothing = {
      askAgain: null,
      prompt: null,
      askedAt: null,
      confirmedAt: null,
    }
    expect(await questionsOf(cyd)).toEqual([{ ...nothing, ...body }])
    expect(await questionsOf(ben)).toEqual([nothing, nothing])
    const { groupsCreated } = await ana.ok(api.exportAccount)
    expect(groupsCreated.map(({ askingInterval }) => askingInterval)).toEqual([240])
  })

  test('contains the user’s open watches, but nothing about fulfilled watches', async () => {
    const set = (user: TestUser, status: boolean) =>
      user.ok(api.setAvailability, { params: { groupId: choir, userId: user.userId }, body: { status } })
    const addWatch = (target: { memberId: string } | { needed: number }) =>
      cyd.ok(api.addWatch, { params: { groupId: choir }, body: { ...target, forMinutes: 60 } })
    for (const user of [ana, ben]) await set(user, false)
    const { endsAt } = await addWatch({ memberId: ben.userId })
    await addWatch({ needed: 2 })
    const watchesOf = async (user: TestUser) =>
      (await user.ok(api.exportAccount)).memberships.flatMap(({ watches }) => watches)
    expect(await watchesOf(cyd)).toEqual([
      { member: { userId: ben.userId, displayName: 'Ben' }, needed: null, endsAt },
      { member: null, needed: 2, endsAt: expect.any(String) },
    ])
    expect(await watchesOf(ben)).toEqual([])
    for (const user of [ana, ben]) await set(user, true)
    const { memberships, notifications } = await cyd.ok(api.exportAccount)
    expect(memberships.flatMap(({ watches }) => watches)).toEqual([])
    expect(notifications.map(({ action }) => action)).not.toContain('awaited')
    expect(notifications.map(({ action }) => action)).not.toContain('reached')
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
