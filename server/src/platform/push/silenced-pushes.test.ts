import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { addMs, dayMs, hourMs, minuteMs, secondMs } from '#platform/clock.ts'
import { devices, pushes, sessions } from '#platform/database/schema.ts'
import { api } from '#testing/api.ts'
import { usePushService } from '#testing/shared-server.ts'
import { useTestApp } from '#testing/test-app.ts'
import type { TestUser } from '#testing/test-user.ts'
import type { PushKind } from './push-content.ts'
import { queuePushes } from './queue-pushes.ts'

const app = useTestApp()
const service = await usePushService()

let ana: TestUser
let deviceId: string
let path: string
beforeEach(async () => {
  service.respond = response => response.writeHead(201).end()
  ana = await app.signUp('Ana')
  path = ana.userId
  deviceId = await service.register(ana, path)
})

const mute = (muteForMinutes: number | null) =>
  ana.ok(api.updateRingingSettings, { body: { muteForMinutes } })
const count = (outcome: 'silenced' | 'put-off') => app.services.counts.pushes[outcome]
const waiting = () => app.database.$count(pushes, eq(pushes.deviceId, deviceId))

/** Stores a push without waking the push worker. */
async function queue(kind: PushKind): Promise<void> {
  const group = { id: 'group0000001', name: 'Crew' }
  await app.database.transaction(transaction =>
    queuePushes(
      Object.assign(transaction, { afterCommit() {} }),
      { devices: sql`id = ${deviceId}` },
      { kind, group, user: 'Ben', noticeId: 7 },
      app.clock.now(),
    ),
  )
}

async function send(): Promise<void> {
  app.services.workers.push.wake()
  await vi.waitFor(async () => expect(await waiting()).toBe(0))
}

function quietNow() {
  const time = (ms: number) => addMs(app.clock.now(), ms).toISOString().slice(11, 16)
  const quietHours = {
    from: time(-hourMs),
    to: time(hourMs),
    days: [1, 2, 3, 4, 5, 6, 7],
    timeZone: 'UTC',
  }
  return ana.ok(api.updateRingingSettings, { body: { quietHours } })
}

describe('a push to a user who is quiet', () => {
  test.each([
    ['is muted', () => mute(60)],
    ['is in quiet hours', quietNow],
  ])('if the recipient %s, the push of a status notice is dropped and never rings', async (_, beQuiet) => {
    await beQuiet()
    const silenced = count('silenced')
    await queue('membership.status')
    await send()
    expect(count('silenced')).toBe(silenced + 1)
    app.clock.advance(2 * hourMs)
    await queue('membership.left.creator')
    await send()
    const kinds = (await service.pushesTo(path)).map(({ payload }) => payload.notification.data.kind)
    expect(kinds).toEqual(['membership.left.creator'])
  })

  test.each<PushKind>(['device.confirmation', 'device.test'])(
    'a push of the kind %s rings although the user is quiet',
    async kind => {
      await mute(60)
      await quietNow()
      await queue(kind)
      await send()
      await service.pushesTo(path)
    },
  )

  test('a push that is queued during the quiet time does not ring afterwards', async () => {
    await mute(60)
    await queue('membership.status')
    app.clock.advance(minuteMs)
    await mute(null)
    await send()
    await quietNow()
    await queue('membership.status')
    app.clock.advance(hourMs + minuteMs)
    await app.database.update(pushes).set({ expiresAt: addMs(app.clock.now(), hourMs) })
    await send()
    expect(service.requests).toEqual([])
  })

  test('if a push could not be sent before the quiet time, the push does not ring during this time', async () => {
    service.respond = response => response.writeHead(503).end()
    const putOff = count('put-off')
    await queue('membership.status')
    app.services.workers.push.wake()
    await vi.waitFor(() => expect(count('put-off')).toBe(putOff + 1))
    service.respond = response => response.writeHead(201).end()
    await mute(60)
    app.clock.advance(31 * secondMs)
    await send()
    expect(service.requests).toEqual([path])
  })
})

test('the warning about an unused device waits until the quiet time has ended', async () => {
  await mute(60)
  // From here on Ana makes no request, because a request would renew the session.
  await app.database
    .update(sessions)
    .set({ expiresAt: addMs(app.clock.now(), 4 * dayMs) })
    .where(eq(sessions.userId, ana.userId))
  const warnedAt = async () =>
    (await app.database.select().from(devices).where(eq(devices.id, deviceId)))[0]?.warnedAt
  await app.runMaintenance()
  await send()
  await vi.waitFor(async () => expect(await warnedAt()).toBeNull())
  expect(service.requests).toEqual([])
  app.clock.advance(hourMs + minuteMs)
  await app.runMaintenance()
  const [push] = await service.pushesTo(path)
  expect(push?.payload.notification.data.kind).toBe('device.unseen')
  expect(await warnedAt()).not.toBeNull()
})
