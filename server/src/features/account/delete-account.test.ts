import { closeCodes } from '@grouplight/contract/live.ts'
import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { hourMs } from '#platform/clock.ts'
import { rows } from '#platform/database/database.ts'
import { actionCodes, memberships, notifications, sessions, users } from '#platform/database/schema.ts'
import { api } from '#testing/api.ts'
import { useTestApp } from '#testing/test-app.ts'
import type { TestUser } from '#testing/test-user.ts'
import { deleteAccount } from './delete-account.ts'

const app = useTestApp()

const deleteAccountOf = ({ userId }: TestUser) => deleteAccount(app.services, { userId })

describe('deleting an account', () => {
  test('removes the user from the groups; the members get a live message, and the creators also a notification', async () => {
    const [ana, ben, cyd] = [await app.signUp('Ana'), await app.signUp('Ben'), await app.signUp('Cyd')]
    const rescue = await app.groupOf(ana, ben, cyd)
    const choir = await app.groupOf(cyd, ben)
    const [anas, bens, cyds] = [await ana.open(), await ben.open(), await cyd.open()]

    await deleteAccountOf(ben)

    expect(await bens.closed).toBe(closeCodes.sessionEnded)
    expect((await anas.settled()).slice(1)).toEqual([
      ['group.changed', rescue.id, rescue.version + 1],
      ['notifications.changed'],
    ])
    expect((await cyds.settled()).slice(1).sort()).toEqual(
      [
        ['group.changed', rescue.id, rescue.version + 1],
        ['group.changed', choir.id, choir.version + 1],
        ['notifications.changed'],
      ].sort(),
    )
    const now = await ana.group(rescue.id)
    expect(now).toMatchObject({ version: rescue.version + 1, memberCount: 2 })
    expect(now.members.map(({ displayName }) => displayName).sort()).toEqual(['Ana', 'Cyd'])
    for (const creator of [ana, cyd]) {
      const notifications = await creator.notices()
      expect(notifications.filter(({ action }) => action === 'left')).toMatchObject([
        { type: 'membership', message: 'Ben left your group: Mountain Rescue', relatedUserName: 'Ben' },
      ])
    }
  })

  test('deletes the sessions, action codes, memberships and notifications of the user, but not those of another user', async () => {
    const [ana, ben] = [await app.signUp('Ana'), await app.signUp('Ben')]
    const [group, { id: groupId }] = [await app.groupOf(ana, ben), await app.groupOf(ana, ben)]
    await ben.ok(api.leaveGroup, { params: { groupId } })
    for (const { email } of [ana, ben])
      await ben.request('POST', '/functions/us-central1/sendCustomPasswordReset', { data: { email } })
    const token = ben.cookie
    const notificationsBefore = await ana.ok(api.listNotifications)

    const ofBen = {
      users: [users, users.uid],
      sessions: [sessions, sessions.userId],
      actionCodes: [actionCodes, actionCodes.userId],
      memberships: [memberships, memberships.userId],
      notifications: [notifications, notifications.userId],
    } as const
    const before: Record<string, number> = {}
    for (const [name, [table, column]] of Object.entries(ofBen))
      before[name] = await app.database.$count(table, eq(column, ben.userId))

    await deleteAccountOf(ben)

    for (const [name, [table, column]] of Object.entries(ofBen)) {
      expect([name, await app.database.$count(table, eq(column, ben.userId))]).toEqual([name, 0])
      expect([name, await app.database.$count(table, eq(column, ana.userId))]).not.toEqual([name, 0])
      expect(before[name]).toBeGreaterThan(0)
    }
    // The names stay in what others were told. The id does not.
    const sameAs = notificationsBefore.notifications.map(notice => ({
      ...notice,
      relatedUserId: expect.not.stringMatching(ben.userId),
    }))
    expect((await ana.notices()).slice(1)).toEqual(sameAs)
    ben.cookie = token
    expect(await ben.ok(api.readSession)).toEqual({ account: null })
    expect(await ben.call(api.readGroup, { params: { groupId: group.id } })).toMatchObject({ status: 401 })
    expect(await ben.call(api.signIn, { body: { email: ben.email, password: ben.password } })).toMatchObject({
      status: 401,
      body: { code: 'invalid-credential' },
    })
  })

  test('leaves the id of the user in no table, and in no later line of the log', async () => {
    const [ana, ben, cyd] = [await app.signUp('Ana'), await app.signUp('Ben'), await app.signUp('Cyd')]
    const own = await app.groupOf(ben, ana, cyd)
    const other = await app.groupOf(ana, ben, cyd)
    const params = { groupId: own.id }
    await ben.invite(own.id, 'dan@example.org')
    await ben.ok(api.makeDeputy, { params: { ...params, userId: cyd.userId } })
    await ana.ok(api.makeDeputy, { params: { groupId: other.id, userId: ben.userId } })
    for (const status of [false, true])
      for (const groupId of [own.id, other.id])
        await ben.ok(api.setAvailability, { params: { groupId, userId: ben.userId }, body: { status } })
    await ana.ok(api.setAskers, { params: { groupId: other.id }, body: { askers: 'members' } })
    app.clock.advance(2 * hourMs)
    const question = { text: 'Fire drill', needed: 1, forMinutes: 60 }
    await ben.ok(api.openCall, { params: { groupId: other.id }, body: question })
    await ben.ok(api.signOut)
    await deleteAccount(app.services, { userId: ben.userId, fates: () => ({ fate: 'members' }) })
    const before = app.logged.length
    await app.runMaintenance()
    const tables = await rows<{ name: string }>(app.database)`
      select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.tables
      where table_schema not in ('pg_catalog', 'information_schema') order by 1`
    const found: string[] = []
    for (const { name } of tables) {
      const lines = await rows<{ line: string }>(app.database)`
        select row_to_json(r)::text as line from ${sql.raw(name)} r where position(${ben.userId} in row_to_json(r)::text) > 0`
      for (const { line } of lines) found.push(`${name}: ${line}`)
    }
    expect(found).toEqual([])
    expect(app.logged.slice(before).filter(line => line.includes(ben.userId))).toEqual([])
  })

  test('keeps the invitations to the user’s address', async () => {
    const [ana, cyd] = [await app.signUp('Ana'), await app.signUp('Cyd')]
    const { id: groupId } = await app.groupOf(cyd)
    await cyd.invite(groupId, ana.email)

    await deleteAccountOf(ana)

    const again = await app.signUp('Ana', ana.email)
    expect(await again.received()).toMatchObject([{ groupId }])
    expect(await again.notices()).toEqual([])
  })

  test('is refused for a creator and for an unknown user, and the refusal for a creator names the groups', async () => {
    const [ana, ben] = [await app.signUp('Ana'), await app.signUp('Ben')]
    const group = await app.groupOf(ana, ben)
    await ana.ok(api.createGroup, { body: { name: 'Night "Watch"' } })
    const screen = await ana.open()

    await expect(deleteAccountOf(ana)).rejects.toMatchObject({
      code: 'still-creator',
      message:
        'Groups of their own have to be deleted or handed over first: “Mountain Rescue”, “Night "Watch"”.',
    })

    expect((await screen.settled()).slice(1)).toEqual([])
    expect(await ana.group(group.id)).toEqual(group)
    await expect(deleteAccount(app.services, { userId: 'nobody' })).rejects.toMatchObject({
      code: 'unauthenticated',
    })
  })

  test('with concurrent requests of the user either leaves no membership or is refused, and causes no server error', async () => {
    const ana = await app.signUp('Ana')
    for (let round = 1; round <= 5; round++) {
      const ben = await app.signUp('Ben')
      const phone = await ben.onAnotherDevice()
      const [one, two] = [await app.groupOf(ana, ben), await app.groupOf(ana)]
      await ana.invite(two.id, ben.email)
      const [invitation] = await ben.received()
      const [outcome, ...answers] = await Promise.all([
        deleteAccountOf(ben).then(
          () => 'deleted',
          ({ code }) => code,
        ),
        ben.call(api.acceptInvitation, { params: { invitationId: invitation?.id ?? '' } }),
        ben.call(api.setAvailability, {
          params: { groupId: one.id, userId: ben.userId },
          body: { status: false },
        }),
        ben.call(api.leaveGroup, { params: { groupId: one.id } }),
        phone.call(api.signIn, { body: { email: ben.email, password: ben.password } }),
        phone.call(api.createGroup, { body: { name: 'Night Watch' } }),
      ])
      expect(answers.map(({ status }) => status).filter(status => status >= 500)).toEqual([])
      const left = await app.database.$count(memberships, eq(memberships.userId, ben.userId))
      if (outcome === 'deleted') expect(left).toBe(0)
      else expect(outcome).toBe('still-creator')
      expect(await app.database.$count(users, eq(users.uid, ben.userId))).toBe(outcome === 'deleted' ? 0 : 1)
    }
  })
})
