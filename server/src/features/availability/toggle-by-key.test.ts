import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { dayMs, minuteMs } from '#platform/clock.ts'
import { memberships, sessions } from '#platform/database/schema.ts'
import { api } from '#testing/api.ts'
import { newKey, setStatusByKey, statusAndCode, withKey } from '#testing/keys.ts'
import { useTestApp } from '#testing/test-app.ts'

const app = useTestApp()

async function userWithKey() {
  const eve = await app.signUp('Eve')
  const groupId = (await app.groupOf(eve)).id
  const { token } = await newKey(eve, { maySwitch: true, days: null })
  const isAvailable = async () => {
    const [own] = await app.database.select().from(memberships).where(eq(memberships.groupId, groupId))
    return own?.status
  }
  const set = (status: boolean) => setStatusByKey(eve, token, { groupId, status })
  return { eve, groupId, token, set, isAvailable }
}

describe('a toggle by key', () => {
  test('works like a toggle by the user: other members see it and are notified', async () => {
    const [ana, ben] = [await app.signUp('Ana'), await app.signUp('Ben')]
    const { id: groupId } = await app.groupOf(ana, ben)
    const { token } = await newKey(ana, { maySwitch: true })
    const screen = await ben.open()
    await setStatusByKey(ana, token, { groupId, status: false })
    await screen.next(([name]) => name === 't')
    const params = { groupId, userId: ana.userId }
    const body = { status: true, forMinutes: 30, note: 'Up for coffee' }
    const { body: set } = await ana.call(api.setAvailability, { params, body, ...withKey(token) })
    expect(set).toMatchObject({ status: true, note: 'Up for coffee' })
    await screen.next(([name]) => name === 't')
    const notifications = await ben.notices()
    expect(notifications[0]?.message).toContain('Ana is now available')
    screen.close()
  })

  test('cannot change the availability of another member', async () => {
    const [ana, ben] = [await app.signUp('Ana'), await app.signUp('Ben')]
    const { id: groupId } = await app.groupOf(ana, ben)
    const { token } = await newKey(ana, { maySwitch: true })
    for (const signedOut of [false, true]) {
      if (signedOut) await ana.ok(api.signOut)
      for (const status of [false, true])
        expect(statusAndCode(await setStatusByKey(ben, token, { groupId, status }))).toBe(
          '403 not-your-availability',
        )
    }
  })

  test('makes a user Available only while the user is signed in somewhere', async () => {
    const { eve, set, isAvailable } = await userWithKey()
    const phone = await eve.onAnotherDevice()
    await eve.ok(api.signOut)
    expect(statusAndCode(await set(true))).toBe('200')
    await phone.ok(api.signOut)
    expect(await isAvailable()).toBe(false)
    expect(statusAndCode(await set(true))).toBe('409 signed-out')
    const { body } = await set(false)
    expect(body).toMatchObject({ status: false, userId: eve.userId, version: expect.any(Number) })
    expect(await isAvailable()).toBe(false)
  })

  test('can make a user Unavailable but not Available after every session has expired', async () => {
    const { eve, set, isAvailable } = await userWithKey()
    await set(true)
    await app.database
      .update(sessions)
      .set({ expiresAt: app.clock.now() })
      .where(eq(sessions.userId, eve.userId))
    expect(statusAndCode(await set(true))).toBe('409 signed-out')
    expect(await isAvailable()).toBe(true)
    expect((await set(false)).body).toMatchObject({ status: false })
    expect(await isAvailable()).toBe(false)
  })

  test('gets the same refusal for a group of other users as for an unknown group', async () => {
    const { eve, token } = await userWithKey()
    const { id: foreign } = await app.groupOf(await app.signUp('Ana'))
    for (const groupId of [foreign, 'AAAAAAAAAAAA'])
      for (const status of [true, false])
        expect(statusAndCode(await setStatusByKey(eve, token, { groupId, status }))).toBe(
          '404 group-not-found',
        )
    await eve.ok(api.signOut)
    for (const groupId of [foreign, 'AAAAAAAAAAAA'])
      for (const status of [true, false])
        expect(statusAndCode(await setStatusByKey(eve, token, { groupId, status }))).toBe(
          '404 group-not-found',
        )
  })

  test('neither renews a session nor sets a cookie', async () => {
    const { eve, set } = await userWithKey()
    app.clock.advance(dayMs)
    const ofEve = eq(sessions.userId, eve.userId)
    const before = await app.database.select().from(sessions).where(ofEve)
    for (const status of [false, true]) {
      const reply = await set(status)
      expect(statusAndCode(reply)).toBe('200')
      expect(reply.headers.getSetCookie()).toEqual([])
    }
    expect(await app.database.select().from(sessions).where(ofEve)).toEqual(before)
  })

  test('never leaves the user Available if the user signs out on all devices at the same time', async () => {
    const { eve, set, isAvailable } = await userWithKey()
    for (let round = 0; round < 8; round++) {
      await eve.signIn()
      const others = await Promise.all([eve.onAnotherDevice(), eve.onAnotherDevice()])
      const toggles = Array.from({ length: 4 }, () => set(true))
      const replies = await Promise.all([
        ...toggles,
        ...[eve, ...others].map(device => device.call(api.signOut)),
      ])
      for (const reply of replies) expect(['200', '204', '409 signed-out']).toContain(statusAndCode(reply))
      expect([round, await isAvailable()]).toEqual([round, false])
      app.clock.advance(minuteMs)
    }
  })
})
