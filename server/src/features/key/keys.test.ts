import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { deleteAccount } from '#features/account/delete-account.ts'
import { disableAccount } from '#features/account/disable-account.ts'
import { addMs, dayMs, minuteMs } from '#platform/clock.ts'
import { keys } from '#platform/database/schema.ts'
import { newId } from '#platform/tokens.ts'
import { api } from '#testing/api.ts'
import { newKey, statusAndCode, withKey } from '#testing/keys.ts'
import { useTestApp } from '#testing/test-app.ts'
import type { TestUser } from '#testing/test-user.ts'

const app = useTestApp()
const [ana, ben] = app.users('Ana', 'Ben')

// Some tests advance the clock, which ends sessions and confirmations.
beforeEach(async () => {
  for (const user of [ana, ben]) await user.signIn()
})

describe('a key', () => {
  test('has a token that is shown once, and the user gets an email when the key is made', async () => {
    const { key, token } = await newKey(ana, { maySwitch: true, days: 30 })
    expect(token).toMatch(/^gl_[0-9A-Za-z]{36}$/)
    const { keys: listed } = await ana.ok(api.listKeys)
    expect(listed[0]).toEqual(key)
    expect(JSON.stringify(listed)).not.toContain(token.slice(3, 20))
    expect(key).toMatchObject({
      ...{ name: 'Lamp', maySwitch: true, groupIds: null, lastUsedOn: null, lastFour: token.slice(-4) },
      expiresAt: addMs(new Date(key.createdAt), 30 * dayMs).toISOString(),
    })
    const [email] = (await app.emailsTo(ana)).filter(({ subject }) => subject.startsWith('New key'))
    expect(email?.text).toContain('Lamp')
    expect(email?.text).not.toContain(token)
    expect((await ben.ok(api.listKeys)).keys).toEqual([])
  })

  test('shows the same as a session of its user, or only the chosen groups if there are any', async () => {
    const [one, other] = [(await app.groupOf(ana, ben)).id, (await app.groupOf(ana)).id]
    const { token } = await newKey(ana)
    const { body } = await ana.call(api.listGroups, withKey(token))
    expect(body).toEqual(await ana.ok(api.listGroups))
    const narrow = (await newKey(ana, { groupIds: [one] })).token
    const { body: seen } = await ana.call(api.listGroups, withKey(narrow))
    expect((seen as { groups: { id: string }[] }).groups.map(({ id }) => id)).toEqual([one])
    expect((await ana.call(api.readGroup, { params: { groupId: one }, ...withKey(narrow) })).body).toEqual(
      await ana.group(one),
    )
    expect(
      statusAndCode(await ana.call(api.readGroup, { params: { groupId: other }, ...withKey(narrow) })),
    ).toBe('404 group-not-found')
  })

  test('is refused after its end', async () => {
    const eve = await app.signUp('Eve')
    const { token } = await newKey(eve, { days: 30 })
    app.clock.advance(30 * dayMs - minuteMs)
    expect(statusAndCode(await eve.call(api.listGroups, withKey(token)))).toBe('200')
    app.clock.advance(minuteMs)
    expect(statusAndCode(await eve.call(api.listGroups, withKey(token)))).toBe('401 unauthenticated')
  })

  test('can be revoked only by its user, and is refused from then on', async () => {
    const { key, token } = await newKey(ana)
    expect(statusAndCode(await ana.call(api.listGroups, withKey(token)))).toBe('200')
    const params = { keyId: key.id }
    expect(statusAndCode(await ben.call(api.revokeKey, { params }))).toBe('404 key-not-found')
    await ana.ok(api.revokeKey, { params })
    expect(statusAndCode(await ana.call(api.listGroups, withKey(token)))).toBe('401 unauthenticated')
    expect(statusAndCode(await ana.call(api.revokeKey, { params }))).toBe('404 key-not-found')
  })

  test('is listed with the day of its last use', async () => {
    const eve = await app.signUp('Eve')
    const { token } = await newKey(eve)
    const lastUse = async () => (await eve.ok(api.listKeys)).keys[0]?.lastUsedOn
    expect(await lastUse()).toBe(null)
    for (const day of [1, 2]) {
      await eve.call(api.listGroups, withKey(token))
      await eve.call(api.listGroups, withKey(token))
      expect([day, await lastUse()]).toEqual([day, app.clock.now().toISOString().slice(0, 10)])
      app.clock.advance(dayMs)
    }
  })

  test('cannot be made without a confirmation, or for a group in which the user is not a member', async () => {
    const eve = await app.signUp('Eve')
    const { id } = await app.groupOf(ana)
    const body = { name: 'Lamp', maySwitch: true }
    expect(statusAndCode(await eve.call(api.createKey, { body: { ...body, groupIds: [id] } }))).toBe(
      '404 group-not-found',
    )
    const own = (await app.groupOf(eve)).id
    const { key } = await newKey(eve, { groupIds: [own, own] })
    expect(key.groupIds).toEqual([own])
    app.clock.advance(10 * minuteMs)
    expect(statusAndCode(await eve.call(api.createKey, { body }))).toBe('403 confirm-first')
    await eve.ok(api.confirmByPassword, { body: { password: eve.password } })
    expect(statusAndCode(await eve.call(api.createKey, { body }))).toBe('200')
  })

  test('no longer sees a group that its user has left', async () => {
    const { id: groupId } = await app.groupOf(ana, ben)
    const tokens = [(await newKey(ben)).token, (await newKey(ben, { groupIds: [groupId] })).token]
    await ben.ok(api.leaveGroup, { params: { groupId } })
    for (const token of tokens) {
      const { body } = await ben.call(api.listGroups, withKey(token))
      expect(JSON.stringify(body)).not.toContain(groupId)
      const read = await ben.call(api.readGroup, { params: { groupId }, ...withKey(token) })
      expect(statusAndCode(read)).toBe('404 group-not-found')
    }
  })
})

describe('the keys of a user', () => {
  const ends: Record<string, (who: TestUser) => Promise<unknown>> = {
    'a reset of the password': who => app.resetPassword(who, 'battery staple'),
    'the disabling of the account': who => disableAccount(app.services, who),
    'the deletion of the account': who => deleteAccount(app.services, who),
  }

  test.each(Object.keys(ends))('are deleted by %s', async how => {
    const eve = await app.signUp('Eve')
    const { token } = await newKey(eve, { maySwitch: true, days: null })
    await ends[how]?.(eve)
    expect(statusAndCode(await eve.call(api.listGroups, withKey(token)))).toBe('401 unauthenticated')
    expect(await app.database.select().from(keys).where(eq(keys.userId, eve.userId))).toEqual([])
  })

  test('stay valid after a sign-out and after a change of the password', async () => {
    const eve = await app.signUp('Eve')
    const { token } = await newKey(eve)
    await eve.ok(api.changePassword, { body: { password: eve.password, newPassword: 'battery staple' } })
    await eve.ok(api.signOut)
    expect(statusAndCode(await eve.call(api.listGroups, withKey(token)))).toBe('200')
  })

  test('do not exceed 20, even if several are made at the same moment', async () => {
    const eve = await app.signUp('Eve')
    const tokenHash = () => Buffer.from(newId())
    const stored = { userId: eve.userId, name: 'x', maySwitch: false, createdAt: app.clock.now() }
    await app.database
      .insert(keys)
      .values(
        Array.from({ length: 18 }, () => ({ ...stored, id: newId(), tokenHash: tokenHash(), lastFour: 'x' })),
      )
    const body = { name: 'Lamp', maySwitch: false }
    const replies = await Promise.all([1, 2, 3, 4].map(() => eve.call(api.createKey, { body })))
    expect(replies.map(statusAndCode).sort()).toEqual([
      '200',
      '200',
      '409 too-many-keys',
      '409 too-many-keys',
    ])
  })
})
