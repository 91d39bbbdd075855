import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test, vi } from 'vitest'
import { unreadQuery } from '#features/notification/notifications.ts'
import { addMs, minuteMs, secondMs } from '#platform/clock.ts'
import { attempts, devices, pushes } from '#platform/database/schema.ts'
import { api } from '#testing/api.ts'
import { FakePushService, type Respond } from '#testing/fake-push-service.ts'
import { useTestApp } from '#testing/test-app.ts'
import type { TestUser } from '#testing/test-user.ts'
import { claimPushes } from './push-channel.ts'
import type { PushContent } from './push-content.ts'
import { settleFailure } from './settle-push.ts'

const service = await FakePushService.open()
const app = useTestApp({
  PUSH_SERVICES: service.origin,
  MAIL_FROM: 'Grouplight <hello@example.org>',
})
afterAll(() => service.close())

const created: Respond = response => response.writeHead(201).end()
const answer =
  (status: number, headers: Record<string, string> = {}): Respond =>
  response =>
    response.writeHead(status, headers).end('the body')

let ana: TestUser
let id: string
let path: string
beforeAll(async () => {
  ana = await app.signUp('Ana')
})
beforeEach(async () => {
  await app.database.delete(attempts)
  service.respond = created
  path = `secret-path-${Math.random()}`
  id = await service.register(ana, path)
  // Without this wait, a test could count the push of the registration as its own.
  await vi.waitFor(async () => expect(await waiting()).toEqual([]))
})

const sendTest = () => ana.ok(api.testDevice, { params: { deviceId: id } })
const deviceNow = async () => (await app.database.select().from(devices).where(eq(devices.id, id)))[0] ?? null
const waiting = () => app.database.select().from(pushes).where(eq(pushes.deviceId, id))
const outcomes = () => ({ ...app.services.counts.pushes })

async function sendAndSettle(): Promise<void> {
  const before = Object.values(outcomes()).reduce((sum, count) => sum + count)
  await sendTest()
  await vi.waitFor(() =>
    expect(Object.values(outcomes()).reduce((sum, count) => sum + count)).toBe(before + 1),
  )
}

function advance(ms: number): void {
  app.clock.advance(ms)
  app.services.workers.push.wake()
}

/** Advances the clock to an instant at which nothing may be sent. Looks for a due push, as the push worker does. */
async function advanceInVain(ms: number): Promise<void> {
  app.clock.advance(ms)
  const now = app.clock.now()
  const lease = { now, until: addMs(now, minuteMs) }
  expect(await claimPushes({ ...app.services, unreadQuery }, { room: 50, full: [] }, lease)).toEqual([])
}

describe('a push', () => {
  test('an accepted push is deleted, and the time when its device rang is stored', async () => {
    const { sent } = outcomes()
    app.clock.advance(minuteMs)
    await sendAndSettle()
    const [push] = await service.pushesTo(path)
    expect(push?.claims).toMatchObject({ aud: service.origin, sub: 'mailto:hello@example.org' })
    expect(push?.key).toBe((await ana.ok(api.listDevices)).publicKey)
    expect(await waiting()).toEqual([])
    await vi.waitFor(async () =>
      expect(app.clock.now().getTime() - ((await deviceNow())?.rungAt?.getTime() ?? 0)).toBeLessThan(20_000),
    )
    expect(outcomes().sent).toBe(sent + 1)
  })

  test.each([404, 410])('after the answer %i of the push service, the device is deleted', async status => {
    service.respond = answer(status)
    await sendAndSettle()
    expect(await deviceNow()).toBeNull()
    await vi.waitFor(async () => expect(await waiting()).toEqual([]))
  })

  test.each([
    ['429 with Retry-After in seconds', answer(429, { 'retry-after': '20' }), 20],
    [
      '429 with Retry-After as a date',
      (response => {
        const date = new Date(app.clock.now().getTime() + 25 * secondMs).toUTCString()
        response.writeHead(429, { 'retry-after': date }).end()
      }) as Respond,
      25,
    ],
    ['503 without Retry-After', answer(503), 30],
    ['500', answer(500), 30],
    ['a cut connection', (response => response.destroy()) as Respond, 30],
  ])('a push that is answered with %s is sent again later', async (_, respond, seconds) => {
    service.respond = respond
    await sendAndSettle()
    expect(service.requests).toEqual([path])
    expect(await waiting()).toMatchObject([{ attempts: 1 }])
    service.respond = created
    await advanceInVain((seconds - 5) * secondMs)
    expect(service.requests).toEqual([path])
    advance(6 * secondMs)
    await vi.waitFor(() => expect(service.requests).toEqual([path, path]))
    await vi.waitFor(async () => expect(await waiting()).toEqual([]))
  })

  test('a push service can ask for an earlier next attempt than the usual one', async () => {
    service.respond = answer(429, { 'retry-after': '2' })
    await sendAndSettle()
    service.respond = created
    // The worker is not woken here: it must find the time of the next attempt itself.
    app.clock.advance(3 * secondMs)
    await service.pushesTo(path, 2)
  })

  test('an attempt that ends after its lease does not change when the next attempt is due', async () => {
    service.respond = answer(500)
    await sendAndSettle()
    const [push] = await waiting()
    const [device] = await app.database.select().from(devices).where(eq(devices.id, id))
    if (!push || !device) throw new Error('no push')
    const late = {
      ...push,
      leasedUntil: new Date(0),
      owner: service.origin,
      content: push.content as PushContent,
    }
    const times = { createdMs: push.createdAt.getTime(), expiresMs: push.expiresAt.getTime() }
    const settings = {
      language: 'en' as const,
      userId: ana.userId,
      hidesNames: false,
      quietHours: null,
      mutedUntilMs: null,
    }
    await settleFailure(
      app.services,
      { ...late, ...times, device, unread: 0, settings },
      device,
      new Error('late'),
    )
    expect(await waiting()).toEqual([push])
  })

  test('a push is dropped if its next attempt would be after its expiry', async () => {
    const { expired } = outcomes()
    service.respond = answer(429, { 'retry-after': '3600' })
    await sendAndSettle()
    expect(await waiting()).toEqual([])
    expect(outcomes().expired).toBe(expired + 1)
  })

  test('a push is dropped if it could not be sent before its expiry', async () => {
    service.respond = answer(500)
    await sendAndSettle()
    service.respond = created
    advance(2 * minuteMs)
    await vi.waitFor(async () => expect(await waiting()).toEqual([]))
    expect(service.requests).toEqual([path])
  })

  test.each([400, 401, 403, 413, 307])(
    'a push that is refused with %i is dropped, and the fifth consecutive refusal deletes the device',
    async status => {
      const logged = app.logged.length
      service.respond = answer(status, status === 307 ? { location: service.origin } : {})
      for (let n = 1; n <= 5; n++) {
        await sendAndSettle()
        await vi.waitFor(async () => expect((await deviceNow())?.failures).toBe(n === 5 ? undefined : n))
        expect(await waiting()).toEqual([])
      }
      const lines = app.logged.slice(logged).join()
      expect(lines).toContain('a push service refused a push')
      expect(lines).not.toContain(path)
      expect(lines).not.toContain('This is a test')
      expect(lines).not.toContain('the body')
    },
  )

  test('an accepted push sets the number of refusals to 0', async () => {
    service.respond = answer(400)
    for (let n = 0; n < 4; n++) await sendAndSettle()
    service.respond = created
    await sendAndSettle()
    await vi.waitFor(async () => expect(await deviceNow()).toMatchObject({ failures: 0 }))
  })

  test('a waiting push is replaced by a newer push of the same topic', async () => {
    service.respond = answer(500)
    await sendAndSettle()
    const [first] = await waiting()
    service.respond = created
    await sendAndSettle()
    expect(service.requests).toEqual([path, path])
    expect(first).toMatchObject({ attempts: 1 })
    await vi.waitFor(async () => expect(await waiting()).toEqual([]))
    await advanceInVain(31 * secondMs)
    expect(service.requests).toEqual([path, path])
  })

  test('a push that replaces a push in flight is sent, too', async () => {
    let finish = () => {}
    service.respond = response => {
      finish = () => void response.writeHead(201).end()
    }
    await sendTest()
    await vi.waitFor(() => expect(service.requests).toEqual([path]))
    service.respond = created
    await sendTest()
    finish()
    await service.pushesTo(path, 2)
  })

  test('if an attempt does not end, the push is sent again when the lease has ended', async () => {
    service.respond = () => {}
    await sendTest()
    await vi.waitFor(() => expect(service.requests).toEqual([path]))
    service.respond = created
    await app.database.update(pushes).set({ expiresAt: new Date(app.clock.now().getTime() + 5 * minuteMs) })
    await advanceInVain(50 * secondMs)
    expect(service.requests).toEqual([path])
    advance(11 * secondMs)
    await vi.waitFor(() => expect(service.requests).toEqual([path, path]))
  })

  test.skipIf(inject('postgresUrl') === null)('a push is sent by only one of two nodes', async () => {
    const node = await app.anotherNode()
    for (let n = 0; n < 5; n++) {
      await sendTest()
      node.services.workers.push.wake()
      await service.pushesTo(path, n + 1)
    }
    // A node that closes first ends its attempts.
    await node.close()
    await vi.waitFor(async () => expect(await waiting()).toEqual([]))
    await service.pushesTo(path, 5)
  })
})

test('no push is sent to a push service that is not allowed any more', async () => {
  const { refused } = outcomes()
  await app.database.update(devices).set({ endpoint: 'http://127.0.0.1:9/moved' }).where(eq(devices.id, id))
  await sendAndSettle()
  expect(outcomes().refused).toBe(refused + 1)
  expect(await deviceNow()).not.toBeNull()
})
