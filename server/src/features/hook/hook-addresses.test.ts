import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { commit } from '#platform/database/commit.ts'
import { hooks } from '#platform/database/schema.ts'
import { api } from '#testing/api.ts'
import { HookReceiver, personalHook } from '#testing/hook-receiver.ts'
import { resolveTo } from '#testing/resolve-to.ts'
import { useTestApp } from '#testing/test-app.ts'
import type { TestUser } from '#testing/test-user.ts'
import { queueDeliveries } from './change-detector.ts'

const receiver = await HookReceiver.open()
afterAll(() => receiver.close())
afterEach(() => {
  vi.restoreAllMocks()
})

const save = (user: TestUser, url: string) =>
  user.call(api.createPersonalHook, { body: { ...personalHook, url } })

describe('without HOOK_HOSTS', () => {
  const app = useTestApp({ LIMIT_REQUESTS_PER_SECOND: '100000' })
  let ana: TestUser
  beforeEach(async () => {
    ana = await app.signUp('Ana')
  })

  test.each([
    'http://hook.example/x',
    'http://93.184.215.14/x',
    'https://127.0.0.1/x',
    'https://127.1/x',
    'https://2130706433/x',
    'https://0177.0.0.1/x',
    'https://0x7f000001/x',
    'https://0.0.0.0/x',
    'https://[::1]/x',
    'https://[::ffff:127.0.0.1]/x',
    'https://[::ffff:7f00:1]/x',
    'https://[64:ff9b::7f00:1]/x',
    'https://localhost/x',
    'https://localhost./x',
    'https://169.254.169.254/latest/meta-data',
    'https://[fe80::1]/x',
    'https://[fd00:ec2::254]/x',
    'https://100.100.100.200/x',
    'https://10.0.0.5/x',
    'https://192.168.1.5:8123/x',
    'https://100.64.0.1/x',
    'https://[fd12::1]/x',
    'https://ana:secret@93.184.215.14/x',
    'https://unknown.invalid/x',
  ])('no hook is saved with the address %s', async url => {
    const { status, body } = await save(ana, url)
    expect([status, body]).toMatchObject([403, { code: 'hook-address-not-allowed' }])
    expect(await app.database.$count(hooks)).toBe(0)
  })

  test.each(['ftp://hook.example/x', 'file:///etc/passwd', 'javascript:alert(1)', 'hook.example', ''])(
    '%j is refused as the address of a hook',
    async url => {
      expect((await save(ana, url)).status).toBe(400)
    },
  )

  test('a hook is saved only if its host name resolves to a public address at that time', async () => {
    resolveTo('93.184.215.14')
    expect((await save(ana, 'https://hook.example/x')).status).toBe(200)
    resolveTo('10.0.0.5')
    expect((await save(ana, 'https://hook.example/x')).status).toBe(403)
    await app.database.delete(hooks)
  })
})

describe('with HOOK_HOSTS=private', () => {
  const app = useTestApp({ HOOK_HOSTS: 'private' })

  test('nothing is sent to a host name that resolves to a forbidden address when the server connects', async () => {
    const ana = await app.signUp('Ana')
    const port = new URL(receiver.origin).port
    const resolver = resolveTo('10.0.0.5', '127.0.0.1')
    const created = await ana.ok(api.createPersonalHook, {
      body: { ...personalHook, url: `http://rebinding.example:${port}/x` },
    })
    const hookId = created.hook.id
    expect(await ana.call(api.testPersonalHook, { params: { hookId } })).toMatchObject({
      status: 403,
      body: { code: 'hook-address-not-allowed' },
    })
    await commit(app.services, transaction =>
      queueDeliveries(transaction, sql`id = ${hookId}`, { type: 'test' }, app.clock.now()),
    )
    await vi.waitFor(async () => {
      const { hooks } = await ana.ok(api.listPersonalHooks)
      expect(hooks[0]?.outcomes).toMatchObject([{ status: null }])
    })
    expect(resolver).toHaveBeenCalledTimes(3)
    expect(receiver.requests).toEqual([])
  })
})

describe('with an origin in HOOK_HOSTS', () => {
  const app = useTestApp({ HOOK_HOSTS: receiver.origin })

  test('a redirect is not followed, and its status code is stored as the outcome', async () => {
    const ana = await app.signUp('Ana')
    const { id: hookId } = await receiver.add(ana, '/moved')
    receiver.respond = response => response.writeHead(307, { location: `${receiver.origin}/new` }).end()
    const tested = await ana.ok(api.testPersonalHook, { params: { hookId } })
    expect(tested.outcomes).toMatchObject([{ status: 307 }])
    expect(receiver.requests.map(({ path }) => path)).toEqual(['/moved'])
  })

  test('no hook is saved with another port, host or scheme', async () => {
    const ana = await app.signUp('Ana')
    for (const url of ['http://127.0.0.1:9/x', 'http://localhost/x', 'https://127.0.0.1/x'])
      expect((await save(ana, url)).status).toBe(403)
  })
})
