import { describe, expect, test } from 'vitest'
import { api } from '#testing/api.ts'
import { useTestApp } from '#testing/test-app.ts'
import { TestUser } from '#testing/test-user.ts'

const app = useTestApp()

const mailsAbout = async (user: TestUser) =>
  (await app.emailsTo(user)).filter(({ subject }) => subject.startsWith('New sign-in: '))

describe('the email about a new browser', () => {
  test('names the browser and the date, but contains neither the whole User-Agent nor the IP address', async () => {
    const ana = await app.signUp('Ana')
    const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0' }
    const body = { email: ana.email, password: ana.password }
    await app.guest().call(api.signIn, { body, headers })
    const [mail, ...others] = await mailsAbout(ana)
    expect(others).toEqual([])
    const format = { day: 'numeric', month: 'long', timeZone: 'UTC' } as const
    const now = new Intl.DateTimeFormat('en-GB', format).format(app.clock.now())
    expect(mail?.subject).toMatch(/^New sign-in: Firefox on Linux, today \d\d:\d\d UTC\. Was it you\?$/)
    expect(mail?.text).toContain(`Firefox on Linux, ${now} at `)
    expect(mail?.text).toContain(`${app.url}/forgot-password`)
    expect(mail?.text).toContain('remove any passkey or linked sign-in you don’t know')
    expect(mail?.text).not.toMatch(/Gecko|127\.0\.0\.1|::1/)
  })

  test('is not sent at the first sign-in of an account', async () => {
    const ana = app.guest('Ana')
    await ana.register()
    const code = await app.codeTo(ana)
    await new TestUser(app.url, ana).verify(code, ana.password)
    await new TestUser(app.url, ana).signIn()
    expect(await mailsAbout(ana)).toEqual([])
  })

  test('is not sent for a browser that has signed in before or has reset the password', async () => {
    const ana = await app.signUp('Ana')
    await ana.ok(api.signOut)
    await ana.signIn()
    const other = new TestUser(app.url, ana)
    await app.resetPassword(ana, ana.password, other)
    await other.signIn()
    expect(await mailsAbout(ana)).toEqual([])
  })

  test('is sent for a browser that only another user has used', async () => {
    const [ana, ben] = [await app.signUp('Ana'), await app.signUp('Ben')]
    const shared = Object.assign(new TestUser(app.url, ana), { device: ben.device })
    await shared.signIn()
    expect(await mailsAbout(ana)).toHaveLength(1)
  })

  test('is not sent for a wrong password', async () => {
    const ana = await app.signUp('Ana')
    const body = { email: ana.email, password: 'wrong horse' }
    expect((await app.guest().call(api.signIn, { body })).status).toBe(401)
    expect(await mailsAbout(ana)).toEqual([])
  })
})
