import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { groups, invitations, memberships, notices, outbox } from '#platform/database/schema.ts'
import { api } from '#testing/api.ts'
import { createManyGroups } from '#testing/create-many-groups.ts'
import { useTestApp } from '#testing/test-app.ts'
import { newAddress, type TestUser } from '#testing/test-user.ts'

const app = useTestApp({ LIMIT_INVITATIONS_PER_DAY: '30' })

const [ana, ben] = app.users('Ana', 'Ben')

describe('creating a group', () => {
  test('the creator of a new group without invitations is its only member, is Available and is notified once', async () => {
    const before = await counts()
    const { skipped, ...group } = await ana.ok(api.createGroup, { body: { name: ' Night  Watch ' } })
    expect(skipped).toEqual([])
    expect(group).toMatchObject({
      name: 'Night Watch',
      description: '',
      createdBy: ana.userId,
      version: 1,
      memberCount: 1,
      availableCount: 1,
      members: [{ userId: ana.userId, displayName: 'Ana', status: true, lastUpdated: group.created }],
    })
    expect(await ana.groups()).toEqual([group])
    expect(await notificationsOf(ana)).toEqual([['group', 'created', 'You created a new group: Night Watch']])
    expect(await counts()).toEqual({
      ...before,
      groups: before.groups + 1,
      members: before.members + 1,
      notices: before.notices + 1,
    })
  })

  test('a group can be created with the number of available members that it needs', async () => {
    const [fay, gus] = [await app.signUp('Fay'), await app.signUp('Gus')]
    const group = await fay.ok(api.createGroup, { body: { name: 'Night Watch', needed: 2 } })
    expect(group).toMatchObject({ needed: 2, version: 1 })
    const stored = { needed: groups.needed, covered: groups.covered, alerted: groups.coverageAlerted }
    expect(await app.database.select(stored).from(groups).where(eq(groups.id, group.id))).toEqual([
      { needed: 2, covered: 1, alerted: 'short' },
    ])
    const reply = await gus.call(api.createGroup, { body: { name: 'Night Watch', needed: 0 } })
    expect(reply).toMatchObject({ status: 400, body: { code: 'invalid-input', field: 'needed' } })
    expect(await gus.groups()).toEqual([])
  })

  test('creating a group with invitations invites each address once and skips the creator’s own address', async () => {
    const [dan, stranger] = [await app.signUp('Dan'), newAddress()]
    const inviteEmails = [ben.email, ` ${stranger.toUpperCase()} `, ben.email, dan.email]
    const group = await dan.ok(api.createGroup, {
      body: { name: 'Night Watch', description: 'Late', inviteEmails },
    })
    expect(group).toMatchObject({
      memberCount: 1,
      version: 1,
      skipped: [{ email: dan.email, reason: 'yourself' }],
    })
    const written = await app.database.select().from(invitations).where(eq(invitations.groupId, group.id))
    expect(written.map(({ email, status, message }) => [email, status, message]).sort()).toEqual(
      [ben.email, stranger].map(email => [email, 'pending', '']).sort(),
    )
    expect(await ben.received()).toMatchObject([
      { groupId: group.id, groupName: 'Night Watch', invitedByName: 'Dan', message: '' },
    ])
    for (const address of [ben.email, stranger]) {
      const subjects = (await app.emailsTo(address)).map(({ subject }) => subject)
      expect(
        subjects.filter(subject => subject === 'Dan invited you to join Night Watch on Grouplight App'),
      ).toHaveLength(1)
    }
    expect(await notificationsOf(dan)).toEqual([
      ['invite', 'sent', 'You sent 2 invitation(s) to join Night Watch'],
      ['group', 'created', 'You created a new group: Night Watch'],
    ])
  })

  test('creating a group and inviting only the creator’s own address causes no notification about invitations', async () => {
    const dan = await app.signUp('Dan')
    await dan.ok(api.createGroup, { body: { name: 'Alone', inviteEmails: [dan.email] } })
    expect(await notificationsOf(dan)).toEqual([['group', 'created', 'You created a new group: Alone']])
  })
})

describe('refused requests', () => {
  const good = Array.from({ length: 21 }, (_, n) => `good.${n}@example.org`)

  test.each([
    [
      'of a malformed address',
      { inviteEmails: ['a@example.org', 'not an address'] },
      {
        field: 'inviteEmails.1',
        message: 'Invalid email format: not an address',
        params: { reason: 'email', email: 'not an address' },
      },
    ],
    [
      'of more than 20 addresses',
      { inviteEmails: good },
      {
        message: 'You can invite at most 20 people at a time.',
        params: { reason: 'too-many-emails', max: 20 },
      },
    ],
  ])('nothing is created because %s', async (_, input, problem) => {
    const before = await counts()
    const refused = await ana.call(api.createGroup, { body: { name: 'Night Watch', ...input } as never })
    expect([refused.status, refused.body]).toEqual([400, { code: 'invalid-input', ...problem }])
    expect(await counts()).toEqual(before)
  })

  test('nothing is created if the invitations would exceed the user’s daily limit', async () => {
    const eve = await app.signUp('Eve')
    await eve.ok(api.createGroup, { body: { name: 'One', inviteEmails: good.slice(0, 20) } })
    const before = await counts()
    const refused = await eve.call(api.createGroup, {
      body: { name: 'Two', inviteEmails: good.slice(0, 11) },
    })
    expect(refused).toMatchObject({
      status: 429,
      body: { code: 'too-many-invitations', message: 'You can send at most 30 invitations a day.' },
    })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await counts()).toEqual(before)
    await eve.ok(api.createGroup, { body: { name: 'Two', inviteEmails: good.slice(0, 10) } })
  })

  test('a user who is in 99 groups can create only one more, even with concurrent requests', async () => {
    const eve = await app.signUp('Eve')
    await createManyGroups(app.database, eve, 99)
    const replies = await Promise.all(
      Array.from({ length: 5 }, () => eve.call(api.createGroup, { body: { name: 'More' } })),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409])
    expect(replies.find(({ status }) => status === 409)?.body).toEqual({
      code: 'too-many-groups',
      message: 'You can be in at most 100 groups.',
      params: { max: 100 },
    })
    expect(await app.database.$count(memberships, eq(memberships.userId, eve.userId))).toBe(100)
  })
})

async function notificationsOf(user: TestUser): Promise<string[][]> {
  const notifications = await user.notices()
  return notifications.map(({ type, action, message }) => [type, action, message])
}

async function counts() {
  const count = app.database.$count.bind(app.database)
  return {
    groups: await count(groups),
    members: await count(memberships),
    invitations: await count(invitations),
    outbox: await count(outbox),
    notices: await count(notices),
  }
}
