import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { setOperator } from '#features/account/operators.ts'
import { dayMs } from '#platform/clock.ts'
import { site, users } from '#platform/database/schema.ts'
import { api } from '#testing/api.ts'
import { useOwnTestApp } from '#testing/test-app.ts'
import type { TestUser } from '#testing/test-user.ts'
import { openClaim } from './claim-site.ts'

const app = useOwnTestApp()

beforeEach(async () => {
  await app.database.delete(users)
  await app.database.update(site).set({ claimableUntil: null })
})

async function newToken(): Promise<string> {
  return tokenIn(await openClaim(app.services))
}

function tokenIn(address: string | null): string {
  expect(address).toMatch(new RegExp(`^${app.url}/site#[\\w-]{43}$`))
  return address?.split('#')[1] ?? ''
}

const claim = (who: TestUser, token: string) => who.call(api.claimSite, { body: { token } })
const operators = async () =>
  (await app.database.select().from(users).where(eq(users.isOperator, true))).map(({ uid }) => uid)

test('the address makes one user an operator, once', async () => {
  const token = await newToken()
  expect(JSON.stringify(await app.database.select().from(site))).not.toContain(token)
  const [ana, ben] = [await app.signUp('Ana'), await app.signUp('Ben')]
  expect((await claim(app.guest(), token)).status).toBe(401)
  expect((await claim(ana, `${token.slice(0, -2)}AA`)).status).toBe(404)
  expect((await claim(ana, token)).status).toBe(204)
  await ana.ok(api.readSiteState)
  for (const who of [ben, ana])
    expect(await claim(who, token)).toMatchObject({ status: 404, body: { code: 'link-not-usable' } })
  expect(await operators()).toEqual([ana.userId])
})

test('of two users who open it at once, one becomes an operator', async () => {
  const token = await newToken()
  const people = [await app.signUp('Ana'), await app.signUp('Ben')]
  const statuses = (await Promise.all(people.map(who => claim(who, token)))).map(({ status }) => status)
  expect(statuses.sort()).toEqual([204, 404])
  expect(await operators()).toHaveLength(1)
})

test('it works for 24 hours, and every start until then prints the same address, also with users', async () => {
  const token = await newToken()
  const ana = await app.signUp('Ana')
  app.clock.advance(dayMs / 2)
  expect(await newToken()).toBe(token)
  app.clock.advance(dayMs / 2)
  expect((await claim(ana, token)).status).toBe(404)
  expect(await openClaim(app.services)).toBeNull()
})

test('an address that nobody has used in time is replaced by the next start without users, also if two start at once', async () => {
  const token = await newToken()
  app.clock.advance(dayMs)
  const [one, other] = await Promise.all([newToken(), newToken()])
  expect(one).toBe(other)
  expect(one).not.toBe(token)
  const ana = await app.signUp('Ana')
  expect((await claim(ana, token)).status).toBe(404)
  expect((await claim(ana, one)).status).toBe(204)
})

test('a site with users, an operator made by a command, and SITE_PAGE=off have no such address', async () => {
  const { config } = app.services
  expect(await openClaim({ ...app.services, config: { ...config, sitePage: false } })).toBeNull()
  const token = await newToken()
  const [ana, ben] = [await app.signUp('Ana'), await app.signUp('Ben')]
  await setOperator(app.services, { userId: ana.userId, isOperator: true })
  expect((await claim(ben, token)).status).toBe(404)
  expect(await openClaim(app.services)).toBeNull()
})
