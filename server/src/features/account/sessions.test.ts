import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { dayMs, hourMs } from '#platform/clock.ts'
import { sessions } from '#platform/database/schema.ts'
import { api } from '#testing/api.ts'
import { freePort } from '#testing/free-port.ts'
import { useTestApp } from '#testing/test-app.ts'
import { TestUser } from '#testing/test-user.ts'
import { sessionCookie } from './session-cookie.ts'

const app = useTestApp()

const nobody = { account: null }
const tokenOf = ({ cookie }: TestUser) => cookie.split('=')[1] ?? ''
const sessionWith = async (cookie: string, headers: Record<string, string> = {}) => {
  const guest = app.guest()
  guest.cookie = cookie
  return (await guest.call(api.readSession, { headers })).body
}

describe('a session', () => {
  test('gets a new token at a sign-in, and a token that an attacker has set in the browser does not work', async () => {
    const ana = await app.signUp('Ana')
    const first = ana.cookie
    const planted = `grouplight=${'A'.repeat(43)}`
    ana.cookie = planted
    expect(await ana.ok(api.readSession)).toEqual(nobody)
    await ana.signIn()
    expect(new Set([planted, first, ana.cookie]).size).toBe(3)
    expect(await sessionWith(planted)).toEqual(nobody)
    expect(await sessionWith(ana.cookie)).toMatchObject({ account: { uid: ana.userId } })
  })

  test('ends with the next sign-in of any user in the same browser', async () => {
    const [ana, ben] = [await app.signUp('Ana'), await app.signUp('Ben')]
    const { id: groupId } = await app.groupOf(ben, ana)
    const first = ana.cookie
    await ana.signIn()
    const second = ana.cookie
    expect(await sessionWith(first)).toEqual(nobody)
    expect(await sessionWith(second)).toMatchObject({ account: { uid: ana.userId } })
    expect((await ben.group(groupId)).availableCount).toBe(2)

    const bens = await ben.onAnotherDevice()
    bens.cookie = second
    await bens.signIn()
    expect(await sessionWith(second)).toEqual(nobody)
    expect((await ben.group(groupId)).availableCount).toBe(1)
  })

  test('is not found for a token that was never issued, or in a cookie with another name', async () => {
    const token = tokenOf(await app.signUp('Ana'))
    const wrong = [
      '',
      'x',
      token.slice(0, -1),
      `${token}x`,
      token.toLowerCase(),
      encodeURIComponent('\0'),
      'ü',
      'x'.repeat(5_000),
    ]
    for (const value of wrong)
      expect(await sessionWith(`grouplight=${encodeURIComponent(value)}`)).toEqual(nobody)
    expect(await sessionWith(`__Host-grouplight=${token}`)).toEqual(nobody)
    expect(await sessionWith('%%%; grouplight')).toEqual(nobody)
    const read = (value: string) =>
      sessionCookie(app.url).read({ headers: { cookie: `grouplight=${value}` } })
    expect([read(token), read('x'.repeat(129))]).toEqual([token, undefined])
  })

  test('has a cookie with the attributes HttpOnly and SameSite=Lax', async () => {
    const ana = await app.signUp('Ana')
    const { headers } = await ana.request('POST', '/api/session', {
      email: ana.email,
      password: ana.password,
    })
    const [cookie, ...attributes] = headers.getSetCookie()[0]?.split('; ') ?? []
    expect(cookie).toMatch(/^grouplight=[\w-]{43}$/)
    expect(attributes.sort()).toEqual(['HttpOnly', 'Max-Age=2592000', 'Path=/', 'SameSite=Lax'])
  })

  test('accepts its token as a bearer token, which takes precedence over a cookie', async () => {
    const [ana, ben] = [await app.signUp('Ana'), await app.signUp('Ben')]
    const bearer = { authorization: `Bearer ${tokenOf(ana)}` }
    expect(await sessionWith('', bearer)).toMatchObject({ account: { uid: ana.userId } })
    expect(await sessionWith(ben.cookie, bearer)).toMatchObject({ account: { uid: ana.userId } })
    expect(await sessionWith(ben.cookie, { authorization: 'Bearer wrong' })).toEqual(nobody)
    const renamed = await app
      .guest()
      .call(api.updateAccount, { body: { displayName: 'Anna' }, headers: bearer })
    expect(renamed).toMatchObject({
      status: 200,
      body: { account: { uid: ana.userId, displayName: 'Anna' } },
    })
  })

  test('is stored as a hash that does not work as a token', async () => {
    const ana = await app.signUp('Ana')
    const [row] = await app.database.select().from(sessions).where(eq(sessions.userId, ana.userId))
    const stored = row?.tokenHash ?? Buffer.alloc(0)
    expect(stored).toHaveLength(32)
    expect(stored.equals(Buffer.from(tokenOf(ana), 'base64url'))).toBe(false)
    for (const encoding of ['base64url', 'hex'] as const) {
      expect(await sessionWith(`grouplight=${stored.toString(encoding)}`)).toEqual(nobody)
    }
  })

  test('is valid for 30 days after its last renewal, and each renewal sends the cookie again', async () => {
    // The test begins at midnight (UTC), because the first request of a day (UTC) renews a session.
    app.clock.advance(dayMs - (app.clock.now().getTime() % dayMs))
    const ana = await app.signUp('Ana')
    const idle = (await ana.onAnotherDevice()).cookie
    app.clock.advance(hourMs)
    expect((await ana.call(api.readSession)).headers.get('set-cookie')).toBeNull()
    for (let month = 0; month < 3; month++) {
      app.clock.advance(30 * dayMs - 2 * hourMs)
      const answer = await ana.call(api.listGroups)
      expect(answer.status).toBe(200)
      expect(answer.headers.get('set-cookie')).toContain('Max-Age=2592000')
      expect(answer.headers.get('set-cookie')).toContain(ana.cookie)
    }
    expect(await sessionWith(idle)).toEqual(nobody)
    app.clock.advance(30 * dayMs)
    expect(await ana.call(api.listGroups)).toMatchObject({ status: 401, body: { code: 'unauthenticated' } })
    expect(await ana.ok(api.readSession)).toEqual(nobody)
  })

  test('stays valid after a restart', async () => {
    const ana = await app.signUp('Ana')
    await app.restart()
    expect(await ana.ok(api.readSession)).toMatchObject({ account: { uid: ana.userId } })
  })
})

describe('under https', async () => {
  const port = await freePort()
  const appUrl = 'https://grouplight.example'
  const secure = useTestApp({ PORT: String(port), APP_URL: appUrl })

  test('the cookies have the prefix __Host- and the attribute Secure', async () => {
    const ana = new TestUser(`http://localhost:${port}`, { name: 'Ana', email: 'ana@example.org' })
    const headers = { origin: appUrl }
    const { name: displayName, email, password } = ana
    await ana.request('POST', '/api/accounts', { displayName, email, password }, headers)
    const link = await secure.linkTo(ana, 'email-verified')
    expect(link.origin).toBe(appUrl)
    await ana.request('POST', '/api/email-verification', { code: link.searchParams.get('oobCode') }, headers)
    const answer = await ana.request('POST', '/api/session', { email, password }, headers)
    const [cookie, ...attributes] = answer.headers.getSetCookie()[0]?.split('; ') ?? []
    expect(cookie).toMatch(/^__Host-grouplight=[\w-]{43}$/)
    expect(attributes.sort()).toEqual(['HttpOnly', 'Max-Age=2592000', 'Path=/', 'SameSite=Lax', 'Secure'])
    expect(answer.headers.getSetCookie()[1]).toMatch(/^__Host-grouplight-device=.*; Secure/)
    expect(await ana.ok(api.readSession)).toMatchObject({ account: { email } })
    ana.cookie = ana.cookie.replace('__Host-', '')
    expect(await ana.ok(api.readSession)).toEqual(nobody)
  })
})

test('signing out without a session succeeds and deletes the cookie', async () => {
  const answer = await app.guest().call(api.signOut)
  expect(answer.status).toBe(204)
  expect(answer.headers.get('set-cookie')).toMatch(/^grouplight=; Max-Age=0; .*Path=\//)
})
