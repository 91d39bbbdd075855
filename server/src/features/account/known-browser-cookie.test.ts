import { describe, expect, test } from 'vitest'
import { minuteMs } from '#platform/clock.ts'
import { api } from '#testing/api.ts'
import { useTestApp } from '#testing/test-app.ts'
import { newAddress, type Reply, type TestUser } from '#testing/test-user.ts'

const app = useTestApp({
  LIMIT_FAILED_SIGN_INS_PER_ACCOUNT: '3',
  LIMIT_FAILED_SIGN_INS_PER_ACCOUNT_EVERYWHERE: '6',
  LIMIT_FAILED_SIGN_INS_PER_IP: '5',
  TRUSTED_PROXIES: '127.0.0.1, ::1',
})

let networks = 0
const newIp = () => `198.51.100.${++networks}`

function trySignIn(on: TestUser, email: string, password: string, ip = newIp()): Promise<Reply> {
  return on.call(api.signIn, { body: { email, password }, headers: { 'x-forwarded-for': ip } })
}

async function lockOut({ email, password }: TestUser): Promise<void> {
  for (let n = 0; n < 6; n++) expect((await trySignIn(app.guest(), email, 'wrong')).status).toBe(401)
  expect((await trySignIn(app.guest(), email, password)).status).toBe(429)
}

describe('a known browser', () => {
  test('can sign in while other browsers are locked out, also after a password reset', async () => {
    const ana = await app.signUp('Ana')
    await lockOut(ana)
    expect((await trySignIn(ana, ana.email, ana.password)).status).toBe(200)

    const another = app.guest()
    await app.resetPassword(ana, 'a new password', another)
    for (let n = 0; n < 6; n++) await trySignIn(app.guest(), ana.email, 'wrong')
    expect((await trySignIn(app.guest(), ana.email, 'a new password')).status).toBe(429)
    expect((await trySignIn(another, ana.email, 'a new password')).status).toBe(200)
    expect((await trySignIn(ana, ana.email, 'a new password')).status).toBe(200)
  })

  test('can sign in from an IP address that is locked out', async () => {
    const ana = await app.signUp('Ana')
    for (let n = 0; n < 5; n++) await trySignIn(app.guest(), newAddress(), 'x', '192.0.2.1')
    expect((await trySignIn(app.guest(), ana.email, ana.password, '192.0.2.1')).status).toBe(429)
    expect((await trySignIn(ana, ana.email, ana.password, '192.0.2.1')).status).toBe(200)
  })

  test('has its own counter of failed sign-ins, which a successful sign-in does not reset', async () => {
    const ana = await app.signUp('Ana')
    for (let n = 0; n < 2; n++)
      expect((await trySignIn(ana, ana.email, 'wrong', '192.0.2.2')).status).toBe(401)
    expect((await trySignIn(ana, ana.email, ana.password, '192.0.2.2')).status).toBe(200)
    expect((await trySignIn(ana, ana.email, 'wrong', '192.0.2.2')).status).toBe(401)
    expect((await trySignIn(ana, ana.email, ana.password, '192.0.2.2')).status).toBe(429)
    expect((await trySignIn(app.guest(), ana.email, ana.password, '192.0.2.2')).status).toBe(200)
    app.clock.advance(15 * minuteMs)
    expect((await trySignIn(ana, ana.email, ana.password)).status).toBe(200)
  })

  test('is known for one email address only, and only if its cookie has a valid signature', async () => {
    const [ana, eve] = [await app.signUp('Ana'), await app.signUp('Eve')]
    await lockOut(ana)
    expect((await trySignIn(eve, ana.email, 'wrong')).status).toBe(429)
    const [name, signature] = ana.device.split('.') as [string, string]
    const last = signature.endsWith('A') ? 'E' : 'A'
    for (const device of [
      name,
      `${name}.`,
      `${name}.${signature.slice(0, -1)}${last}`,
      `x${name}.${signature}`,
      '=.',
      '%%%',
    ]) {
      const stranger = app.guest()
      stranger.device = device
      expect((await trySignIn(stranger, ana.email, ana.password)).status).toBe(429)
    }
  })

  test('is recognised by a cookie that scripts cannot read and that does not sign in the user', async () => {
    const ana = await app.signUp('Ana')
    const body = { email: ana.email, password: ana.password }
    const { headers } = await ana.request('POST', '/api/session', body)
    const [, cookie = ''] = headers.getSetCookie()
    const [pair = '', ...attributes] = cookie.split('; ')
    expect(pair).toMatch(/^grouplight-device=[\w-]{43}\.[\w-]{43}$/)
    expect(attributes.sort()).toEqual(['HttpOnly', 'Max-Age=34560000', 'Path=/', 'SameSite=Lax'])
    const known = app.guest()
    known.device = pair
    expect(await known.ok(api.readSession)).toEqual({ account: null })
  })
})

test('wrong passwords still count for their IP address after the account is locked for this IP address', async () => {
  const ana = await app.signUp('Ana')
  for (let n = 0; n < 5; n++) await trySignIn(app.guest(), ana.email, 'wrong', '192.0.2.4')
  expect((await trySignIn(app.guest(), ana.email, ana.password, '192.0.2.5')).status).toBe(200)
  const other = await app.signUp('Ben')
  expect((await trySignIn(app.guest(), other.email, other.password, '192.0.2.4')).status).toBe(429)
})
