import { functionsPath } from '@grouplight/contract/callable.ts'
import { closeCodes, liveProtocol } from '@grouplight/contract/live.ts'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { minuteMs } from '#platform/clock.ts'
import { users } from '#platform/database/schema.ts'
import { api } from '#testing/api.ts'
import { useTestApp } from '#testing/test-app.ts'
import type { TestUser } from '#testing/test-user.ts'

const app = useTestApp()
const newPassword = 'battery staple'

const changeOf = (user: TestUser, password: string | undefined = user.password) =>
  user.call(api.changePassword, { body: { password, newPassword } })
const statusOfSignIn = async ({ email }: TestUser, password: string) =>
  (await app.guest().call(api.signIn, { body: { email, password } })).status

describe('changing the password', () => {
  test('with the old password ends the other sessions and sends an email', async () => {
    const ana = await app.signUp('Ana')
    const { id: groupId } = await app.groupOf(ana)
    const phone = await ana.onAnotherDevice()
    const [here, there] = [await ana.open(), await phone.open()]
    expect((await changeOf(ana)).status).toBe(204)
    expect(await there.closed).toBe(closeCodes.sessionEnded)
    expect(await phone.ok(api.readSession)).toEqual({ account: null })
    expect((await ana.group(groupId)).availableCount).toBe(1)
    expect(await here.settled()).toEqual([['hello', { protocol: liveProtocol }]])
    const mail = (await app.emailsTo(ana)).at(-1)
    expect(mail?.subject).toBe('Your Grouplight password was changed. Was it you?')
    expect(mail?.text).toContain('every other device')
    expect(await statusOfSignIn(ana, ana.password)).toBe(401)
    expect(await statusOfSignIn(ana, newPassword)).toBe(200)
  })

  test('needs the old password, also shortly after a sign-in; after ten refusals, even the right password is refused', async () => {
    const ana = await app.signUp('Ana')
    for (let n = 0; n < 10; n++) {
      const password = n % 2 ? 'wrong horse' : undefined
      const body = { newPassword, ...(password && { password }) }
      expect(await ana.call(api.changePassword, { body })).toMatchObject({
        status: 401,
        body: { code: 'wrong-password', field: 'password' },
      })
    }
    expect(await changeOf(ana)).toMatchObject({ status: 429, body: { code: 'too-many-requests' } })
    app.clock.advance(15 * minuteMs)
    expect((await changeOf(ana)).status).toBe(204)
  })

  test('ends an unused reset link, and lets the user sign in from the same IP address after too many failed sign-ins', async () => {
    const ana = await app.signUp('Ana')
    const token = await app.resetTokenFor(ana)
    while ((await statusOfSignIn(ana, 'wrong horse')) !== 429);
    expect((await changeOf(ana)).status).toBe(204)
    expect(await statusOfSignIn(ana, newPassword)).toBe(200)
    const data = { token, newPassword: 'hacked horse' }
    const { status } = await ana.request('POST', `${functionsPath}/resetPasswordWithToken`, { data })
    expect(status).toBe(404)
  })

  test('of an account without a password needs a confirmation that is less than 10 minutes old', async () => {
    const ana = await app.signUp('Ana')
    await app.database.update(users).set({ passwordHash: null }).where(eq(users.uid, ana.userId))
    app.clock.advance(10 * minuteMs)
    expect(await changeOf(ana)).toMatchObject({ status: 403, body: { code: 'confirm-first' } })
    expect(await ana.call(api.confirmByPassword, { body: { password: ana.password } })).toMatchObject({
      status: 401,
    })
    await app.database.execute(`update sessions set confirmed_at = '${app.clock.now().toISOString()}'`)
    expect((await ana.call(api.changePassword, { body: { newPassword } })).status).toBe(204)
    expect(await statusOfSignIn(ana, newPassword)).toBe(200)
  })

  test.each([1, 2, 3, 4, 5])(
    'in two sessions at the same time succeeds in only one of them, round %i',
    async () => {
      const ana = await app.signUp('Ana')
      const phone = await ana.onAnotherDevice()
      const answers = await Promise.all([
        ana.call(api.changePassword, { body: { password: ana.password, newPassword: 'first horse' } }),
        phone.call(api.changePassword, { body: { password: ana.password, newPassword: 'second horse' } }),
      ])
      expect(answers.map(({ status }) => status).sort()).toEqual([204, 401])
      const winner = answers[0]?.status === 204 ? 'first horse' : 'second horse'
      expect(await statusOfSignIn(ana, winner)).toBe(200)
      expect((await app.emailsTo(ana)).filter(({ subject }) => subject.includes('changed'))).toHaveLength(1)
    },
  )
})
