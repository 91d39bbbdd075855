import { functionsPath } from '@grouplight/contract/callable.ts'
import { livePath } from '@grouplight/contract/live.ts'
import { ne } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { users } from '#platform/database/schema.ts'
import { api } from '#testing/api.ts'
import { freePort } from '#testing/free-port.ts'
import { LiveScreen } from '#testing/live-screen.ts'
import { useTestApp } from '#testing/test-app.ts'
import { TestUser } from '#testing/test-user.ts'

const app = useTestApp()

describe('the headers of a response', async () => {
  const port = await freePort()
  useTestApp({ PORT: String(port), APP_URL: 'https://grouplight.example' })

  const answers = [
    ['GET', '/api/session', 200],
    ['GET', '/api/groups', 401],
    ['GET', '/api/nothing', 404],
    ['POST', '/api/session', 400],
    ['DELETE', '/api/session', 204],
    ['POST', `${functionsPath}/sendCustomPasswordReset`, 400],
    ['GET', '/api/openapi.json', 200],
    ['GET', '/mailbox', 404],
    ['GET', '/assets/missing.js', 404],
  ] as const

  test.each(answers)(
    'a response to %s %s has the security headers and must not be cached',
    async (method, path, expected) => {
      const { status, headers } = await app.guest().request(method, path)
      expect(status).toBe(expected)
      expect(headers.get('content-security-policy')).toMatch(/default-src 'none'.*frame-ancestors 'none'/)
      expect(headers.get('content-security-policy')).not.toContain('unsafe')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('referrer-policy')).toBe('no-referrer')
      expect(headers.get('x-frame-options')).toBe('DENY')
      expect(headers.get('cache-control')).toBe('no-store')
      expect(headers.get('strict-transport-security')).toBeNull()
      for (const telltale of ['x-powered-by', 'server', 'access-control-allow-origin'])
        expect(headers.get(telltale)).toBeNull()
    },
  )

  test('a response to a malformed address has the headers of the API and not the headers of a page', async () => {
    const { status, headers } = await app.guest().request('GET', '/api/groups/%')
    expect(status).toBe(400)
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'")
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('cache-control')).toBe('no-store')
  })

  test('each response of a site with an HTTPS address requires HTTPS from then on', async () => {
    for (const [method, path] of answers) {
      const headers = { origin: 'https://grouplight.example' }
      const answer = await new TestUser(`http://localhost:${port}`).request(method, path, undefined, headers)
      expect(answer.headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains')
    }
  })
})

describe('the log', () => {
  const linesAbout = (route: string) =>
    app.logged.map(line => JSON.parse(line)).filter(line => line.route === route)

  test('names the user and the route of a change', async () => {
    const ana = await app.signUp('Ana')
    await ana.ok(api.updateAccount, { body: { displayName: 'Anna' } })
    expect(linesAbout(api.updateAccount.path)).toMatchObject([
      { userId: ana.userId, method: 'PATCH', status: 200, msg: 'answered' },
    ])
  })

  test('names the user, the request and a shortened IP address if a request is refused, but has no line about a successful GET request', async () => {
    const eve = await app.signUp('Eve')
    await eve.call(api.readGroup, { params: { groupId: 'somebodyelse' } })
    await eve.ok(api.listGroups)
    expect(linesAbout(api.readGroup.path)).toMatchObject([
      { userId: eve.userId, method: 'GET', status: 404, refusal: 'group-not-found' },
    ])
    expect(linesAbout(api.readGroup.path)[0].from).toMatch(/^127\.0\.0\.0\/24$|::\/48$/)
    expect(linesAbout(api.listGroups.path).filter(({ userId }) => userId === eve.userId)).toEqual([])
  })

  test('names the refusal and a shortened IP address if a live connection is refused, and the metrics count the refusal', async () => {
    await new LiveScreen(app.url.replace('http', 'ws') + livePath, { origin: app.url }).closed
    const refused = { method: 'GET', status: 401, refusal: 'unauthenticated', msg: 'answered' }
    expect(linesAbout(livePath)).toMatchObject([refused])
    expect(linesAbout(livePath)[0].from).toMatch(/^127\.0\.0\.0\/24$|::\/48$/)
    const { body } = await app.guest().request('GET', '/metrics')
    expect(body).toContain(
      'http_request_duration_seconds_count{method="GET",route="/api/live",status="4xx"} 1',
    )
  })

  test('names the user of a sign-in and of a wrong password', async () => {
    const ana = new TestUser(app.url, { name: 'Ana', email: 'ana@example.org' })
    await ana.register()
    await ana.verify(await app.codeTo(ana))
    await ana.signIn()
    await ana.call(api.signIn, { body: { email: ana.email, password: 'wrong horse' } })
    const about = app.logged.map(line => JSON.parse(line)).filter(({ userId }) => userId === ana.userId)
    expect(about.map(({ msg }) => msg).filter(msg => msg !== 'answered')).toEqual([
      'an address was verified',
      'signed in',
      'a password was wrong',
    ])
  })
})

describe('responses and live messages', () => {
  test('an ordinary member gets no password, no password hash and no address of another user', async () => {
    const [ana, ben, cyd, dan] = [
      await app.signUp('Ana'),
      await app.signUp('Ben'),
      await app.signUp('Cyd'),
      await app.signUp('Dan'),
    ]
    const group = await app.groupOf(ana, ben, cyd)
    const inGroup = { params: { groupId: group.id } }
    const screen = await ben.open()
    const received: unknown[] = []
    const record = async (answer: Promise<{ body: unknown; headers: Headers }>) => {
      const { body, headers } = await answer
      received.push(body, [...headers])
    }

    // These requests cause many kinds of responses and live messages to Ben.
    await ana.turn(group.id, false)
    await ana.turn(group.id, true)
    await ana.ok(api.inviteMembers, { ...inGroup, body: { emails: [dan.email] } })
    await dan.ok(api.acceptInvitation, {
      params: { invitationId: (await dan.received())[0]?.id ?? '' },
    })
    const others = await app.groupOf(cyd)
    await cyd.invite(others.id, ben.email)
    await record(ben.call(api.listReceivedInvitations))
    await record(ben.call(api.readGroup, inGroup))
    await record(ben.call(api.listGroups))
    await record(ben.call(api.listNotifications))
    await record(ben.call(api.countUnread))
    await record(ben.call(api.updateAccount, { body: { displayName: 'Benjamin' } }))
    await record(
      ben.call(api.setAvailability, {
        params: { groupId: group.id, userId: ben.userId },
        body: { status: false },
      }),
    )
    await record(
      ben.call(api.setAvailability, {
        params: { groupId: group.id, userId: cyd.userId },
        body: { status: false },
      }),
    )
    await record(ben.call(api.inviteMembers, { ...inGroup, body: { emails: [cyd.email.toUpperCase()] } }))
    await record(
      ben.call(api.declineInvitation, {
        params: { invitationId: (await ben.received())[0]?.id ?? '' },
      }),
    )
    await record(ben.call(api.readSession))
    await record(
      ben.call(api.signUp, { body: { displayName: 'Ben', email: ana.email, password: 'correct horse' } }),
    )
    await record(ben.call(api.signIn, { body: { email: ana.email, password: 'wrong horse' } }))
    received.push(await screen.settled())
    await record(ben.call(api.signOut))

    const everything = JSON.stringify(received)
    expect(everything).toContain(ben.email)
    expect(everything).toContain('Dan joined Mountain Rescue')
    for (const { email } of [ana, cyd, dan]) expect(everything.toLowerCase()).not.toContain(email)
    for (const secret of ['argon2', 'correct horse', 'wrong horse', 'password_hash', 'passwordHash'])
      expect(everything).not.toContain(secret)
    for (const { passwordHash } of await app.database.select().from(users).where(ne(users.passwordHash, '')))
      expect(everything).not.toContain(passwordHash)
  })
})
