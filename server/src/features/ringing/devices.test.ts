import { eq } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { disableAccount } from '#features/account/disable-account.ts'
import { addMs, dayMs, minuteMs } from '#platform/clock.ts'
import { devices, pushes } from '#platform/database/schema.ts'
import { newId } from '#platform/tokens.ts'
import { api } from '#testing/api.ts'
import { FakePushService, newSubscription } from '#testing/fake-push-service.ts'
import { useTestApp } from '#testing/test-app.ts'
import type { TestUser } from '#testing/test-user.ts'

const service = await FakePushService.open()
const app = useTestApp({
  PUSH_SERVICES: `${service.origin}, *.push.apple.com, localhost.example.org`,
})
afterAll(() => service.close())

let ana: TestUser
let ben: TestUser
beforeEach(async () => {
  service.clear()
  ;[ana, ben] = await Promise.all([app.signUp('Ana'), app.signUp('Ben')])
})

const devicesOf = async (user: TestUser) => (await user.ok(api.listDevices)).devices
const sendTest = (user: TestUser, deviceId: string) => user.call(api.testDevice, { params: { deviceId } })

describe('a device', () => {
  test('a device can be tested only after its browser has sent back the token of its first push', async () => {
    const id = await service.add(ana, 'ana')
    const [first] = await service.pushesTo('ana')
    expect(first?.payload).toMatchObject({
      web_push: 8030,
      notification: {
        title: 'Grouplight',
        body: 'This device rings now.',
        navigate: `${app.url}/dashboard`,
        lang: 'en',
        dir: 'ltr',
        silent: false,
        data: { kind: 'device.confirmation' },
      },
      app_badge: 0,
    })
    expect(await devicesOf(ana)).toMatchObject([
      { id, name: 'Chrome on Android', isConfirmed: false, isThisBrowser: true },
    ])
    expect((await sendTest(ana, id)).status).toBe(404)

    const token = first?.payload.notification.data.token ?? ''
    expect((await ana.call(api.confirmDevice, { body: { token: newId() } })).status).toBe(404)
    expect((await ben.call(api.confirmDevice, { body: { token } })).status).toBe(404)
    expect((await ana.call(api.confirmDevice, { body: { token } })).status).toBe(204)
    expect(await devicesOf(ana)).toMatchObject([{ id, isConfirmed: true, rungAt: expect.any(String) }])
    expect((await devicesOf(await ana.onAnotherDevice()))[0]?.isThisBrowser).toBe(false)

    service.clear()
    expect((await sendTest(ana, id)).status).toBe(204)
    const [tested] = await service.pushesTo('ana')
    expect(tested?.payload.notification.body).toBe('This is a test.')
    expect(tested).toMatchObject({ urgency: 'high', ttl: 60, topic: expect.stringMatching(/^[\w-]{32}$/) })
  })

  test('a device receives its pushes in the language that the user has chosen last', async () => {
    await ana.ok(api.setLanguage, { body: { language: 'de' } })
    await service.add(ana, 'german')
    const [german] = await service.pushesTo('german')
    expect(german?.payload.notification).toMatchObject({ body: 'Dieses Gerät klingelt jetzt.', lang: 'de' })
    await ana.ok(api.setLanguage, { body: { language: 'ar' } })
    await service.add(ana, 'arabic')
    const [arabic] = await service.pushesTo('arabic')
    expect(arabic?.payload.notification).toMatchObject({ lang: 'ar', dir: 'rtl' })
  })

  test('a device stays confirmed and gets no push if it is added again with the same endpoint and keys', async () => {
    const id = await service.register(ana, 'again')
    app.clock.advance(dayMs)
    const body = { ...newSubscription(`${service.origin}/again`), name: ' Re\u200bnamed\u3164 ' }
    expect(await ana.ok(api.addDevice, { body })).toMatchObject({ id, name: 'Renamed', isConfirmed: true })
    const [stored] = await app.database.select().from(devices).where(eq(devices.id, id))
    expect(app.clock.now().getTime() - (stored?.seenAt.getTime() ?? 0)).toBeLessThan(minuteMs)
    expect(await app.database.$count(pushes, eq(pushes.deviceId, id))).toBe(0)
    expect(service.requests).toEqual([])
  })

  test('a new device replaces the earlier device of the same browser', async () => {
    await service.register(ana, 'old')
    const id = await service.add(ana, 'new')
    expect((await devicesOf(ana)).map(device => device.id)).toEqual([id])
  })

  test('if a device is not confirmed within ten minutes, it is deleted by the next addition of a device or by maintenance', async () => {
    const first = await service.add(ana, 'first')
    const second = await service.add(await ana.onAnotherDevice(), 'second')
    expect((await devicesOf(ana)).map(({ id }) => id)).toEqual([second, first])
    app.clock.advance(11 * minuteMs)
    const third = await service.add(await ana.onAnotherDevice(), 'third')
    expect((await devicesOf(ana)).map(({ id }) => id)).toEqual([third])
    app.clock.advance(11 * minuteMs)
    await app.runMaintenance()
    expect(await devicesOf(ana)).toEqual([])
  })

  test('a device is deleted when another user has confirmed a device with the same endpoint, and not earlier', async () => {
    const bens = await service.register(ben, 'shared')
    await service.add(ana, 'shared')
    const [push] = await service.pushesTo('shared')
    expect(await devicesOf(ben)).toMatchObject([{ id: bens, isConfirmed: true }])
    const token = push?.payload.notification.data.token ?? ''
    await ana.ok(api.confirmDevice, { body: { token } })
    expect(await devicesOf(ben)).toEqual([])
    expect(await devicesOf(ana)).toMatchObject([{ isConfirmed: true }])
  })

  test('the endpoint and the keys of a device are returned neither in the list nor in the export', async () => {
    await service.register(ana, 'secret-path')
    const { auth, p256dh } = newSubscription(`${service.origin}/secret-path`)
    for (const { body } of [await ana.call(api.listDevices), await ana.call(api.exportAccount)]) {
      const text = JSON.stringify(body)
      expect(text).toContain('Chrome on Android')
      for (const secret of ['secret-path', auth, p256dh]) expect(text).not.toContain(secret)
    }
    expect((await ana.ok(api.exportAccount)).devices).toEqual([
      {
        name: 'Chrome on Android',
        createdAt: expect.any(String),
        rungAt: expect.any(String),
      },
    ])
  })
})

describe('the end of a device', () => {
  test.each<[string, () => Promise<unknown>]>([
    ['with the sign-out of its browser', () => ana.ok(api.signOut)],
    ['with a password reset', () => app.resetPassword(ana, 'battery staple')],
    ['when the account is disabled', () => disableAccount(app.services, ana)],
    ['when the account is deleted', () => ana.ok(api.deleteAccount, { body: { password: ana.password } })],
    [
      'when its session has expired',
      async () => {
        app.clock.advance(31 * dayMs)
        await app.runMaintenance()
      },
    ],
    [
      'when its page has not registered it for 60 days, although its session is used',
      async () => {
        const seenAt = addMs(app.clock.now(), -61 * dayMs)
        await app.database.update(devices).set({ seenAt })
        await app.runMaintenance()
      },
    ],
  ])('a device ends %s, and its waiting push is not sent', async (_, end) => {
    const id = await service.register(ana, 'ending')
    service.respond = response => response.writeHead(500).end()
    await sendTest(ana, id)
    await vi.waitFor(() => expect(service.requests).toEqual(['ending']))
    service.respond = response => response.writeHead(201).end()
    await end()
    expect(await app.database.$count(devices, eq(devices.userId, ana.userId))).toBe(0)
    app.clock.advance(31_000)
    await app.runMaintenance()
    await vi.waitFor(async () => expect(await app.database.$count(pushes)).toBe(0))
    expect(service.requests).toEqual(['ending'])
  })

  test('a device does not end with the sign-out of another browser', async () => {
    await service.register(ana, 'staying')
    await (await ana.onAnotherDevice()).ok(api.signOut)
    expect(await devicesOf(ana)).toHaveLength(1)
  })

  test('a device gets one warning before its session expires', async () => {
    await service.register(ana, 'warned')
    app.clock.advance(26 * dayMs)
    await app.runMaintenance()
    const [warning] = await service.pushesTo('warned')
    expect(warning?.payload.notification.body).toMatch(/^Please open Grouplight in the next few days/)
    await app.runMaintenance()
    app.clock.advance(dayMs)
    await app.runMaintenance()
    await service.pushesTo('warned', 1)
    await service.add(ana, 'warned')
    await app.runMaintenance()
    await service.pushesTo('warned', 1)
  })
})

describe('an unusable subscription', () => {
  const valid = newSubscription('https://web.push.apple.com/x')
  const { p256dh, auth } = valid

  test.each([
    'http://web.push.apple.com/x',
    'https://push.example.org/x',
    'https://push.apple.com/x',
    'https://evilpush.apple.com/x',
    'https://127.0.0.1/x',
    'https://localhost/x',
    'https://169.254.169.254/latest',
    'https://10.0.0.1/x',
    'https://[::1]/x',
    'https://web.push.apple.com:8443/x',
    service.origin.replace(/\d+$/, '9'),
    'https://web.push.apple.com@push.example.org/x',
    'https://a:b@web.push.apple.com/x',
  ])('at %s is refused, because this push service is not allowed', async endpoint => {
    const { body } = await ana.call(api.addDevice, { body: { ...valid, endpoint } })
    expect(body).toMatchObject({ code: 'push-service-not-allowed' })
    expect(await devicesOf(ana)).toEqual([])
  })

  test.each<[string, Partial<typeof valid>]>([
    ['a long endpoint', { endpoint: `https://web.push.apple.com/${'x'.repeat(2048)}` }],
    ['an endpoint without a host', { endpoint: 'https://' }],
    ['white space in the endpoint', { endpoint: 'https://web.push.apple.com/\tx' }],
    ['a file: URL', { endpoint: 'file:///etc/passwd' }],
    ['a short key', { p256dh: p256dh.slice(1) }],
    ['a long key', { p256dh: `${p256dh}A` }],
    ['a key that is not on the curve', { p256dh: `BA${'A'.repeat(85)}` }],
    ['a compressed key', { p256dh: `A${p256dh.slice(1)}` }],
    ['a short secret', { auth: auth.slice(1) }],
    ['a long secret', { auth: `${auth}A` }],
    ['a name of blanks', { name: '\u3164\u2800' }],
  ])('with %s is refused', async (_, part) => {
    const { body } = await ana.call(api.addDevice, { body: { ...valid, ...part } })
    expect(body).toMatchObject({ code: 'invalid-input' })
    expect(await devicesOf(ana)).toEqual([])
  })
})

describe('while pushes are switched off', () => {
  const off = useTestApp({ PUSH_SERVICES: 'off' })

  test('while pushes are switched off, there is no public push key, and no device can be added', async () => {
    const cyd = await off.signUp('Cyd')
    expect(await cyd.ok(api.listDevices)).toEqual({ publicKey: null, devices: [] })
    const body = newSubscription('https://fcm.googleapis.com/x')
    expect(await cyd.call(api.addDevice, { body })).toMatchObject({
      status: 409,
      body: { code: 'push-switched-off' },
    })
  })
})
