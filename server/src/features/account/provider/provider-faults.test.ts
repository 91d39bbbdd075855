import dns from 'node:dns'
import { providerCallbackPath } from '@grouplight/contract/provider.ts'
import { sql } from 'drizzle-orm'
import { afterEach, describe, expect, test } from 'vitest'
import type { ProviderSettings } from '#platform/config/config.ts'
import { identities } from '#platform/database/schema.ts'
import { api } from '#testing/api.ts'
import { useAppWithProvider } from '#testing/app-with-provider.ts'
import { NameServer } from '#testing/name-server.ts'
import { answering, returnTo } from '#testing/provider.ts'
import { useTestApp } from '#testing/test-app.ts'
import { discoverProvider } from './provider-client.ts'
import { visitLifeMs } from './visit-cookie.ts'

const { app, provider } = await useAppWithProvider()
afterEach(() => {
  // After 11 minutes, the metadata of the provider is read again.
  app.clock.advance(11 * 60_000)
})

const refused = '/login#provider=refused'
const away = '/login#provider=unavailable'

function loggedWhy(): string {
  const line = app.logged.findLast(line => line.includes('a visit to the provider did not succeed'))
  return (JSON.parse(line ?? '{}') as { why: string }).why
}

const start = async (user = app.guest()) => {
  const { url } = await user.ok(api.startProviderSignIn, { body: { purpose: 'sign-in' } })
  return { user, url: new URL(url) }
}

test('a visit uses the authorization code flow with PKCE, state and nonce, and asks only for the configured scopes', async () => {
  provider.useUser()
  const { user, url } = await start()
  expect(url.origin).toBe(provider.issuer)
  const random = expect.stringMatching(/^[\w-]{43}$/)
  expect(Object.fromEntries(url.searchParams)).toEqual({
    client_id: 'grouplight',
    response_type: 'code',
    redirect_uri: app.url + providerCallbackPath,
    scope: 'openid email profile',
    state: random,
    nonce: random,
    code_challenge: random,
    code_challenge_method: 'S256',
  })
  const again = await start()
  for (const name of ['state', 'nonce', 'code_challenge'])
    expect(again.url.searchParams.get(name)).not.toBe(url.searchParams.get(name))
  const reply = await app.guest().call(api.startProviderSignIn, { body: { purpose: 'sign-in' } })
  const [cookie = ''] = reply.headers.getSetCookie()
  expect(cookie).toMatch(/^grouplight-visit-[\w-]{12}=[\w-]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/)
  // The cookie does not contain the visit as plain text.
  expect(Buffer.from(user.visit.split('=')[1] ?? '', 'base64url').toString()).not.toContain('sign-in')
})

test('if the session cannot be read, the callback leads to the login page', async () => {
  provider.useUser()
  const ana = app.guest()
  await provider.visit(ana)
  const { url } = await start(ana)
  const callback = await provider.follow(url.href)
  await app.database.execute(sql`alter table sessions rename to sessions_away`)
  const { page } = await returnTo(ana, callback)
  await app.database.execute(sql`alter table sessions_away rename to sessions`)
  expect(page).toBe(away)
  expect((await ana.ok(api.readSession)).account).not.toBeNull()
})

test('a callback works once: neither its code nor its visit can be used again', async () => {
  provider.useUser()
  const { user, url } = await start()
  const visit = user.visit
  const callback = await provider.follow(url.href)
  expect((await returnTo(user, callback)).page).toBe('/dashboard')
  expect(user.visit).toBe('')
  // The first callback has deleted the cookie of the visit.
  expect((await returnTo(user, callback)).page).toBe(refused)
  const thief = Object.assign(app.guest(), { visit })
  expect((await returnTo(thief, callback)).page).toBe(refused)
  expect(loggedWhy()).toBe('the visit was completed before')
  expect((await thief.ok(api.readSession)).account).toBeNull()
  // The old code is used in a new visit.
  const { user: other } = await start()
  const { searchParams } = (await start(other)).url
  callback.searchParams.set('state', searchParams.get('state') ?? '')
  expect((await returnTo(other, callback)).page).toBe(refused)
  expect(loggedWhy()).toBe('invalid_grant')
})

test("a stranger's callback does not sign in a browser that has not started the stranger's visit", async () => {
  provider.useUser()
  const { url } = await start()
  const callback = await provider.follow(url.href)
  const victim = app.guest()
  expect((await returnTo(victim, callback)).page).toBe(refused)
  const { user } = await start()
  expect((await returnTo(user, callback)).page).toBe(refused)
  expect(loggedWhy()).toBe('the browser has not started this visit')
  expect((await user.ok(api.readSession)).account).toBeNull()
})

test('a page that opens the callback with another state does not end the visit', async () => {
  provider.useUser()
  const { user, url } = await start()
  for (const query of ['', '?state=x', '?error=access_denied', '?code=x&state='])
    expect((await user.request('GET', providerCallbackPath + query)).headers.get('location')).toBe(refused)
  const callback = await provider.follow(url.href)
  expect((await returnTo(user, callback)).page).toBe('/dashboard')
})

test('a visit ends after 10 minutes', async () => {
  provider.useUser()
  const { user, url } = await start()
  const callback = await provider.follow(url.href)
  app.clock.advance(visitLifeMs)
  expect((await returnTo(user, callback)).page).toBe(refused)
})

test('a changed or forged cookie of a visit is refused', async () => {
  provider.useUser()
  const { user, url } = await start()
  const callback = await provider.follow(url.href)
  const [name = '', sealed = ''] = user.visit.split('=')
  const middle = Math.floor(sealed.length / 2)
  const flipped = sealed[middle] === 'A' ? 'B' : 'A'
  const values = ['x', '', 'A'.repeat(40), sealed.slice(4, -4)]
  values.push(sealed.slice(0, middle) + flipped + sealed.slice(middle + 1))
  const cookies = values.map(value => `${name}=${value}`)
  for (const visit of cookies) {
    const browser = Object.assign(app.guest(), { visit })
    expect([visit, (await returnTo(browser, callback)).page]).toEqual([visit, refused])
  }
})

test('a browser keeps the cookies of its four newest visits', async () => {
  provider.useUser()
  const user = app.guest()
  const urls: URL[] = []
  for (let tab = 0; tab < 6; tab++) {
    urls.push((await start(user)).url)
    app.clock.advance(1)
  }
  expect(user.visit.split('; ')).toHaveLength(4)
  const pages = []
  for (const url of urls) pages.push((await returnTo(user, await provider.follow(url.href))).page)
  expect(pages).toEqual([refused, refused, ...Array(4).fill('/dashboard')])
})

describe('a callback with', () => {
  test.each([
    ['a wrong state', { state: 'x' }],
    ['no state', { state: null }],
    ['a wrong issuer', { iss: 'https://evil.example' }],
    ['no issuer', { iss: null }],
    ['no code', { code: null }],
    ['a code that the provider has not issued', { code: 'x'.repeat(43) }],
    ['an ID token in the address', { id_token: 'x.y.z' }],
    ['a response in a JWT', { response: 'x.y.z' }],
  ])('%s is refused', async (_, changes: Record<string, string | null>) => {
    provider.useUser()
    const user = app.guest()
    const change = ({ searchParams }: URL) => {
      for (const [name, value] of Object.entries(changes))
        if (value === null) searchParams.delete(name)
        else searchParams.set(name, value)
    }
    expect((await provider.visit(user, { change })).page).toBe(refused)
    expect((await user.ok(api.readSession)).account).toBeNull()
  })

  test('two state parameters is refused', async () => {
    provider.useUser()
    const change = ({ searchParams }: URL) => searchParams.append('state', searchParams.get('state') ?? '')
    expect((await provider.visit(app.guest(), { change })).page).toBe(refused)
  })

  test.each([
    ['access_denied', '/login#provider=cancelled'],
    ['login_required', refused],
    ['temporarily_unavailable', away],
    ['server_error', away],
    ['<script>', refused],
  ])('the error %s leads to %s, and the log contains no free text of the provider', async (error, page) => {
    app.logged.length = 0
    const change = ({ searchParams }: URL) => {
      searchParams.delete('code')
      searchParams.set('error', error)
      searchParams.set('error_description', 'told by the provider')
    }
    expect((await provider.visit(app.guest(), { change })).page).toBe(page)
    expect(app.logged.join('')).not.toMatch(/told by the provider|<script>/)
  })
})

describe('an ID token', () => {
  const now = () => Math.floor(Date.now() / 1_000)
  test.each([
    ['with a wrong nonce', () => ({ nonce: 'x' })],
    ['without a nonce', () => ({ nonce: undefined })],
    ['of another issuer', () => ({ iss: 'https://evil.example' })],
    ['for another client', () => ({ aud: 'somebody-else' })],
    ['that has expired', () => ({ iat: now() - 7_200, exp: now() - 3_600 })],
    ['that is not valid yet', () => ({ nbf: now() + 3_600 })],
    ['without a subject', () => ({ sub: undefined })],
    ['without an expiry', () => ({ exp: undefined })],
  ])('%s is refused', async (_, changes: () => Record<string, unknown>) => {
    provider.useUser()
    provider.tamper = claims => ({ ...claims, ...changes() })
    const user = app.guest()
    expect((await provider.visit(user)).page).toBe(refused)
    expect((await user.ok(api.readSession)).account).toBeNull()
    expect(loggedWhy()).toMatch(/^[\w" ().,-]{5,120}$/)
  })

  test('with a wrong signature is refused', async () => {
    provider.useUser()
    provider.tamper = claims => claims
    provider.signsWrongly = true
    try {
      expect((await provider.visit(app.guest())).page).toBe(refused)
    } finally {
      provider.signsWrongly = false
    }
  })

  test('of a provider whose clock is a few seconds off is accepted', async () => {
    provider.useUser()
    provider.tamper = claims => ({ ...claims, iat: now() + 10, exp: now() - 5 })
    expect((await provider.visit(app.guest())).page).toBe('/dashboard')
  })

  test('with another subject than the response of the userinfo endpoint is refused', async () => {
    provider.useUser()
    provider.tamper = claims => ({ ...claims, sub: 'somebody-else' })
    expect((await provider.visit(app.guest())).page).toBe(refused)
    expect(await app.database.select().from(identities)).not.toContainEqual(
      expect.objectContaining({ subject: 'somebody-else' }),
    )
  })
})

describe('a provider', () => {
  const html = answering('', response =>
    response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Hi'),
  )
  const unavailable = { status: 503, body: { code: 'provider-unavailable' } }
  const startOf = () => app.guest().call(api.startProviderSignIn, { body: { purpose: 'sign-in' } })

  test('that is down counts as unavailable; passwords still work, and visits work as soon as it is up again', async () => {
    const ana = await app.signUp('Ana')
    await provider.close()
    expect(await startOf()).toMatchObject(unavailable)
    await ana.onAnotherDevice()
    await provider.listen(app.url)
    provider.useUser()
    expect((await provider.visit(app.guest())).page).toBe('/dashboard')
  })

  test.each([
    ['an error', answering('', response => response.writeHead(503).end())],
    ['nothing', () => true],
  ])('that answers %s while its metadata are remembered counts as unavailable', async (_, intercept) => {
    expect((await startOf()).status).toBe(200)
    provider.intercept = intercept
    expect(await startOf()).toMatchObject(unavailable)
    provider.intercept = undefined
    expect((await startOf()).status).toBe(200)
  })

  test.each([
    ['HTML', html],
    ['an error', answering('', response => response.writeHead(500).end())],
    ['nothing', answering('', response => response.destroy())],
    ['another issuer', answering('', response => json(response, { issuer: 'https://evil.example' }))],
    ['no JSON', answering('', response => json(response, '{'))],
    [
      'more than 1 MB',
      answering('', response => {
        const { issuer } = provider
        json(response, { issuer, authorization_endpoint: `${issuer}/auth`, padding: 'x'.repeat(1_100_000) })
      }),
    ],
    [
      'a redirect',
      answering('', response => response.writeHead(302, { location: 'http://127.0.0.1:1' }).end()),
    ],
  ])('that answers %s for its metadata counts as unavailable', async (_, intercept) => {
    provider.intercept = intercept
    expect(await startOf()).toMatchObject(unavailable)
  })

  test.each([
    [
      'HTML',
      answering('/token', response => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Hi')),
      away,
    ],
    ['an error', answering('/token', response => response.writeHead(502).end()), away],
    ['nothing', answering('/token', response => response.destroy()), away],
    [
      'a token of a wrong shape',
      answering('/token', response => json(response, { access_token: 'x', token_type: 'bearer' })),
      refused,
    ],
    ['no userinfo', answering('/me', response => response.writeHead(500).end()), away],
    ['no keys', answering('/jwks', response => response.writeHead(500).end()), away],
  ])(
    'that answers %s during a callback leads to the login page with a reason',
    async (_, intercept, page) => {
      provider.useUser()
      const { user, url } = await start()
      const callback = await provider.follow(url.href)
      provider.intercept = intercept
      expect((await returnTo(user, callback)).page).toBe(page)
    },
  )

  test('that is slow counts as unavailable after 5 seconds', async () => {
    provider.useUser()
    const { user, url } = await start()
    const callback = await provider.follow(url.href)
    const over = Promise.withResolvers<void>()
    provider.intercept = async request => {
      if (request.url?.endsWith('/token')) await over.promise
      return false
    }
    expect((await returnTo(user, callback)).page).toBe(away)
    over.resolve()
  })
})

function json(response: Parameters<Parameters<typeof answering>[1]>[0], body: unknown): void {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  response.writeHead(200, { 'content-type': 'application/json' }).end(text)
}

test('the log contains no code, state or client secret, no address or subject of the user, and no session token', async () => {
  const identity = provider.useUser()
  app.logged.length = 0
  const { user, url } = await start()
  const callback = await provider.follow(url.href)
  await returnTo(user, callback)
  await returnTo(user, callback)
  const lines = app.logged.join('')
  expect(lines).toContain('signed in')
  const { code, state } = Object.fromEntries(callback.searchParams)
  for (const secret of [
    code,
    state,
    provider.clientSecret,
    identity.email,
    identity.sub,
    user.cookie.split('=')[1],
  ]) {
    expect(secret?.length).toBeGreaterThan(10)
    expect(lines).not.toContain(secret)
  }
})

describe('many failed visits from one network', () => {
  const limited = useTestApp({ ...provider.env, LIMIT_FAILED_SIGN_INS_PER_IP: '2' })

  async function fail(): Promise<string> {
    const user = limited.guest()
    const { url } = await user.ok(api.startProviderSignIn, { body: { purpose: 'sign-in' } })
    const state = new URL(url).searchParams.get('state') ?? ''
    const query = new URLSearchParams({ code: 'guessed', state, iss: provider.issuer })
    return (await returnTo(user, new URL(`${providerCallbackPath}?${query}`, limited.url))).page
  }

  test('do not count towards the limit if the provider is unavailable', async () => {
    provider.intercept = answering('/token', response => response.writeHead(502).end())
    expect(await Promise.all([1, 2, 3, 4, 5].map(fail))).toEqual(Array(5).fill(away))
  })

  test('use up a limit of their own and not the limit of passwords; after that, no code is sent to the provider', async () => {
    for (let n = 0; n < 2; n++) expect(await fail()).toBe(refused)
    const redeemed = () => provider.requests.filter(path => path.endsWith('/token')).length
    const before = redeemed()
    expect(await fail()).toBe(refused)
    expect(redeemed()).toBe(before)
    const body = { email: 'nobody@example.org', password: 'wrong horse' }
    expect((await limited.guest().call(api.signIn, { body })).status).toBe(401)
  })
})

test('a provider whose name server is silent counts as unavailable, and holds no thread', async () => {
  const nameServer = await NameServer.open()
  try {
    nameServer.isSilentFor = () => true
    const settings = {
      ...(app.services.config.provider as ProviderSettings),
      issuer: 'https://silent.example/',
    }
    await expect(discoverProvider(settings)).rejects.toMatchObject({ reason: 'unavailable' })
    expect(dns.lookup).not.toHaveBeenCalled()
  } finally {
    await nameServer.close()
  }
})
