import { once } from 'node:events'
import { request } from 'node:http'
import { maxOperators, userPageSize } from '@grouplight/contract/operator.ts'
import { eq, inArray } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { setOperator } from '#features/account/operators.ts'
import { addMs, dayMs, dayOf, minuteMs, secondMs } from '#platform/clock.ts'
import { attempts, sessions, users } from '#platform/database/schema.ts'
import { newId } from '#platform/tokens.ts'
import { api, endpoints } from '#testing/api.ts'
import { newKey, withKey } from '#testing/keys.ts'
import { useTestApp } from '#testing/test-app.ts'
import { newAddress, type Reply, type TestUser } from '#testing/test-user.ts'

const app = useTestApp()
const off = useTestApp({ SITE_PAGE: 'off' })

const operations = endpoints.filter(({ access }) => access === 'operator')
let olga: TestUser

beforeEach(async () => {
  await app.database.update(users).set({ isOperator: false })
  await app.database.delete(attempts)
  olga = await app.signUp('Olga')
  await makeOperator(olga)
})

async function makeOperator({ userId }: TestUser): Promise<TestUser['userId']> {
  await setOperator(app.services, { userId, isOperator: true })
  return userId
}

const change = (
  who: TestUser,
  of: { userId: string },
  body: { isOperator?: boolean; isDisabled?: boolean },
) => who.call(api.changeUserByOperator, { params: { userId: of.userId }, body })
const codeOf = ({ body }: Reply) => (body as { code?: string }).code

describe('whoever is no operator', () => {
  // Each operation is asked as it is and with input that cannot be read, and so is a path that does not exist.
  const bodies = [undefined, '{', `"${'x'.repeat(70 * 1024)}"`]

  async function answersTo(who: TestUser, headers: Record<string, string> = {}) {
    const answers = []
    for (const { method, path } of operations)
      for (const body of method === 'GET' ? [undefined] : bodies)
        for (const asked of [path, `${path}?search=${'x'.repeat(10_000)}`])
          answers.push(await plain(who, method, asked, body, headers))
    return new Set(answers)
  }

  async function plain(who: TestUser, method: string, path: string, body?: unknown, headers = {}) {
    const reply = await who.request(method, path, body, headers)
    const names = [...reply.headers].filter(([name]) => name !== 'date')
    return JSON.stringify([reply.status, names, reply.body])
  }

  test('gets the answer of an unknown path from every operation, byte for byte, also with invalid input', async () => {
    const former = await app.signUp('Fay')
    await makeOperator(former)
    await setOperator(app.services, { userId: former.userId, isOperator: false })
    const unknown = await plain(app.guest(), 'GET', '/api/site/nothing')
    expect(unknown).toContain('not-found')
    for (const who of [app.guest(), await app.signUp('Ben'), former])
      expect(await answersTo(who)).toEqual(new Set([unknown]))
    for (const path of ['/api/site/state', '/api/site/backup'])
      expect(await plain(former, 'HEAD', path)).toBe(await plain(former, 'HEAD', '/api/site/nothing'))
    for (const body of bodies)
      expect(await plain(former, 'POST', '/api/nothing', body), body?.slice(0, 9)).toBe(unknown)
    const { token } = await newKey(olga, { maySwitch: true })
    const { headers } = withKey(token)
    expect(await answersTo(app.guest(), headers)).toEqual(new Set([unknown]))
  })

  test('is not recognized by a renewed session either', async () => {
    const ben = await app.signUp('Ben')
    await app.database
      .update(sessions)
      .set({ expiresAt: addMs(app.clock.now(), dayMs) })
      .where(eq(sessions.userId, ben.userId))
    const reply = await ben.call(api.listUsers)
    expect([reply.status, reply.headers.get('set-cookie')]).toEqual([404, null])
  })

  test('an operator who is disabled, deleted or no operator any more loses the page and the live connection at once', async () => {
    const [ada, bea, cleo] = [await app.signUp('Ada'), await app.signUp('Bea'), await app.signUp('Cleo')]
    for (const other of [ada, bea, cleo]) await makeOperator(other)
    const screens = await Promise.all([ada, bea, cleo].map(other => other.open()))
    expect((await change(olga, ada, { isDisabled: true })).status).toBe(204)
    expect((await change(olga, bea, { isOperator: false })).status).toBe(204)
    const params = { userId: cleo.userId }
    await olga.ok(api.deleteUserByOperator, { params, query: { groups: 'delete' } })
    for (const other of [ada, bea, cleo]) expect((await other.call(api.readSiteState)).status).toBe(404)
    await Promise.all([screens[0]?.closed, screens[2]?.closed])
    await screens[1]?.next(([name]) => name === 'account.changed')
  })
})

test('an operator who is removed while a request is being sent changes nothing', async () => {
  const eva = newAddress()
  const asked = request(`${app.url}${api.addUserByOperator.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: app.url, cookie: olga.cookie },
  })
  asked.write('{')
  const answered = once(asked, 'response')
  // The server reads the headers before these requests are answered.
  for (let n = 0; n < 3; n++) await olga.ok(api.listUsers)
  await setOperator(app.services, { userId: olga.userId, isOperator: false })
  asked.end(`"email":"${eva}"}`)
  const [{ statusCode }] = await answered
  expect([statusCode, await app.database.$count(users, eq(users.email, eva))]).toEqual([404, 0])
})

test('with SITE_PAGE=off, no operation exists, not even for an operator, and the document lists none', async () => {
  const ana = await off.signUp('Ana')
  await setOperator(off.services, { userId: ana.userId, isOperator: true })
  for (const { method, path } of [...operations, api.claimSite])
    expect((await ana.request(method, path)).status, path).toBe(404)
  expect(JSON.stringify((await ana.request('GET', '/api/openapi.json')).body)).not.toContain('/api/site')
})

describe('a change on the page', () => {
  test('needs a confirmation, and leaves one line in the log', async () => {
    const ben = await app.signUp('Ben')
    const linesOf = () => app.logged.map(line => JSON.parse(line)).filter(({ action }) => action)
    const before = linesOf().length
    app.clock.advance(11 * minuteMs)
    expect(codeOf(await change(olga, ben, { isDisabled: true }))).toBe('confirm-first')
    expect(codeOf(await olga.call(api.downloadBackup))).toBe('confirm-first')
    expect((await olga.call(api.listUsers)).status).toBe(200)
    await olga.ok(api.confirmByPassword, { body: { password: olga.password } })
    expect((await change(olga, ben, { isDisabled: true })).status).toBe(204)
    expect(linesOf().slice(before)).toEqual([
      expect.objectContaining({
        operatorId: olga.userId,
        action: 'changeUserByOperator',
        targetId: ben.userId,
      }),
    ])
  })

  test('is counted: 60 in an hour, those of each operator by themselves', async () => {
    const ada = await app.signUp('Ada')
    await makeOperator(ada)
    const key = `operator:${olga.userId}`
    await app.database.insert(attempts).values({ key, count: 60, endsAt: addMs(app.clock.now(), minuteMs) })
    expect((await change(olga, ada, { isDisabled: false })).status).toBe(429)
    expect((await change(ada, olga, { isDisabled: false })).status).toBe(204)
  })
})

describe('operators', () => {
  test('are at most five, and the last one stays', async () => {
    expect(codeOf(await change(olga, olga, { isOperator: false }))).toBe('last-operator')
    expect(codeOf(await change(olga, olga, { isDisabled: true }))).toBe('last-operator')
    const params = { userId: olga.userId }
    const deletion = await olga.call(api.deleteUserByOperator, { params, query: { groups: 'offer' } })
    expect(codeOf(deletion)).toBe('last-operator')
    const others = []
    for (let n = 1; n < maxOperators; n++) others.push(await app.signUp(`Ada ${n}`))
    for (const other of others) expect((await change(olga, other, { isOperator: true })).status).toBe(204)
    expect(codeOf(await change(olga, await app.signUp('Max'), { isOperator: true }))).toBe(
      'too-many-operators',
    )
    expect((await change(olga, olga, { isOperator: false })).status).toBe(204)
  })

  test.each(['isOperator', 'isDisabled'] as const)(
    'of whom two remove each other at once (%s), one remains',
    async field => {
      const body = field === 'isOperator' ? { isOperator: false } : { isDisabled: true }
      for (let round = 0; round < 10; round++) {
        const pair = [await app.signUp('Ada'), await app.signUp('Bea')] as const
        for (const one of pair) await makeOperator(one)
        await app.database.update(users).set({ isOperator: false }).where(eq(users.uid, olga.userId))
        await Promise.all([change(pair[0], pair[1], body), change(pair[1], pair[0], body)])
        const ids = pair.map(({ userId }) => userId)
        const left = await app.database.select().from(users).where(inArray(users.uid, ids))
        expect(left.filter(({ isOperator }) => isOperator)).toHaveLength(1)
        await app.database.update(users).set({ isOperator: false })
      }
    },
  )
})

describe('the list of users', () => {
  const listed = async (search: string) => (await olga.ok(api.listUsers, { query: { search } })).users

  test('has accounts and waiting sign-ups, and of each only what the contract names', async () => {
    const tag = newId().toLowerCase()
    const ben = await app.signUp('Ben', `ben.${tag}@example.org`)
    // The list is in the order of the times at which the accounts were made.
    app.clock.advance(secondMs)
    const cleo = await app.signUp('Cleo', `cleo.${tag}@example.org`)
    await app.groupOf(ben, cleo)
    await change(olga, cleo, { isDisabled: true })
    const long = dayOf(addMs(app.clock.now(), -365 * dayMs))
    await app.database.update(users).set({ absentSince: long }).where(eq(users.uid, cleo.userId))
    await app.guest(`Dan ${tag}`).register()
    const of = (user: TestUser) => ({ id: user.userId, email: user.email, displayName: user.name })
    expect(await listed(tag.toUpperCase())).toEqual([
      {
        id: expect.stringMatching(/^\w{12}$/),
        email: expect.stringContaining(tag),
        displayName: `Dan ${tag}`,
        state: 'unverified',
        isOperator: false,
        isLongAbsent: false,
      },
      { ...of(cleo), state: 'disabled', isOperator: false, isLongAbsent: true },
      { ...of(ben), state: 'active', isOperator: false, isLongAbsent: false },
    ])
    expect(await listed('%')).toEqual([])
  })

  test('comes in pages, in which everybody is exactly once, and a search has at most 100 characters', async () => {
    const tag = newId().toLowerCase()
    const now = app.clock.now()
    await app.database.insert(users).values(
      Array.from({ length: 2 * userPageSize + 1 }, (_, n) => ({
        ...{ uid: newId(), email: `${n}.${tag}@example.org`, displayName: 'Xaver' },
        // Most have the same time.
        createdAt: addMs(now, n < 20 ? -n : 0),
      })),
    )
    const found: string[] = []
    const pages: number[] = []
    for (let next: string | null | undefined; next !== null; ) {
      const query = { search: tag, ...(next && { after: next }) }
      const page = await olga.ok(api.listUsers, { query })
      pages.push(page.users.length)
      found.push(...page.users.map(({ id }) => id))
      next = page.next
    }
    expect(pages).toEqual([50, 50, 1])
    expect(new Set(found).size).toBe(101)
    for (const query of [`search=${'x'.repeat(101)}`, `search=${'x'.repeat(10_240)}`, 'after=1', 'after=x.y'])
      expect((await olga.request('GET', `/api/site/users?${query}`)).status, query.slice(0, 20)).toBe(400)
  })
})
