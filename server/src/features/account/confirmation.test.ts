import { confirmationLifeMinutes } from '@grouplight/contract/session.ts'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { minuteMs } from '#platform/clock.ts'
import { sessions, users } from '#platform/database/schema.ts'
import { api } from '#testing/api.ts'
import { useTestApp } from '#testing/test-app.ts'
import { requireConfirmation } from './confirmation.ts'
import { findCaller, sessionIdOf } from './sessions.ts'

const app = useTestApp()

const sessionOf = ({ cookie }: { cookie: string }) =>
  sessionIdOf(app.services.secret, cookie.split('=')[1] ?? '')

async function isConfirmed(user: { cookie: string }): Promise<boolean> {
  const caller = await findCaller(app.services, sessionOf(user))
  if (!caller) throw new Error('The session has ended')
  return requireConfirmation(app.services, caller).then(
    () => true,
    ({ code }) => {
      expect(code).toBe('confirm-first')
      return false
    },
  )
}

describe('a confirmation', () => {
  test('is given by a sign-in, and ends after 10 minutes', async () => {
    const ana = await app.signUp('Ana')
    expect(await isConfirmed(ana)).toBe(true)
    app.clock.advance((confirmationLifeMinutes - 1) * minuteMs)
    expect(await isConfirmed(ana)).toBe(true)
    app.clock.advance(minuteMs)
    expect(await isConfirmed(ana)).toBe(false)
  })

  test('is given again by the right password, but only in the session in which the password was sent', async () => {
    const ana = await app.signUp('Ana')
    const phone = await ana.onAnotherDevice()
    app.clock.advance(confirmationLifeMinutes * minuteMs)
    const wrong = await ana.call(api.confirmByPassword, { body: { password: 'wrong horse' } })
    expect(wrong).toMatchObject({ status: 401, body: { code: 'wrong-password', field: 'password' } })
    expect(await isConfirmed(ana)).toBe(false)
    await ana.ok(api.confirmByPassword, { body: { password: ana.password } })
    expect([await isConfirmed(ana), await isConfirmed(phone)]).toEqual([true, false])
  })

  test('is required instead of a password if a user without a password deletes the account', async () => {
    const ana = await app.signUp('Ana')
    app.clock.advance(confirmationLifeMinutes * minuteMs)
    await app.database.update(users).set({ passwordHash: null }).where(eq(users.uid, ana.userId))
    const refused = await ana.call(api.deleteAccount, { body: {} })
    expect(refused).toMatchObject({ status: 403, body: { code: 'confirm-first' } })
    await app.database.update(sessions).set({ confirmedAt: app.clock.now() })
    await ana.ok(api.deleteAccount, { body: {} })
    expect(await ana.ok(api.readSession)).toEqual({ account: null })
  })
})
