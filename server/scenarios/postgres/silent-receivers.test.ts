import { sql } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { queueDeliveries } from '#features/hook/change-detector.ts'
import { addMs, hourMs } from '#platform/clock.ts'
import { commit } from '#platform/database/commit.ts'
import { attempts, hookDeliveries, hooks, pushes } from '#platform/database/schema.ts'
import { api } from '#testing/api.ts'
import { FakePushService } from '#testing/fake-push-service.ts'
import { HookReceiver } from '#testing/hook-receiver.ts'
import { NameServer } from '#testing/name-server.ts'
import { useTestApp } from '#testing/test-app.ts'
import type { TestUser } from '#testing/test-user.ts'

const receiver = await HookReceiver.open()
const nameServer = await NameServer.open()
const { port } = new URL(receiver.origin)
const silentOrigins = Array.from({ length: 20 }, (_, n) => `http://silent-${n}.example:${port}`)
const lampOrigin = `http://lamp.example:${port}`
const silentService = await FakePushService.open()
const service = await FakePushService.open()
const app = useTestApp({
  HOOK_HOSTS: [receiver.origin, lampOrigin, ...silentOrigins].join(','),
  PUSH_SERVICES: [silentService.origin, service.origin].join(','),
})
afterAll(async () => {
  await nameServer.close()
  await receiver.close()
  await silentService.close()
  await service.close()
})

const [ana, ben] = app.users('Ana', 'Ben')
beforeEach(async () => {
  nameServer.isSilentFor = () => false
  receiver.respond = response => response.end()
  receiver.requests.length = 0
  await app.database.delete(hooks)
  await app.database.delete(attempts)
})

/** Adds five hooks of the user and three of each of five groups. Each of the 20 hooks has a delivery that waits. */
async function addHooks(user: TestUser, urlOf: (n: number) => string): Promise<void> {
  for (let n = 0; n < 5; n++) await receiver.add(user, '', { url: urlOf(n) })
  for (let group = 0; group < 5; group++) {
    const { id } = await app.groupOf(user)
    for (let n = 5 + group * 3; n < 8 + group * 3; n++)
      await receiver.addToGroup(user, id, '', { url: urlOf(n) })
  }
}

const ring = (user: TestUser) =>
  commit(app.services, transaction =>
    queueDeliveries(
      transaction,
      sql`user_id = ${user.userId} or group_id in (select id from groups where created_by = ${user.userId})`,
      { type: 'test' },
      app.clock.now(),
    ),
  )
const waitingOf = (user: TestUser) =>
  app.database.$count(
    hookDeliveries,
    sql`hook_id in (
      select h.id from hooks h left join groups g on g.id = h.group_id where coalesce(h.user_id, g.created_by) = ${user.userId}
    )`,
  )

test('a name server that falls silent for the hooks of one user does not delay the hook of another user', async () => {
  await addHooks(ana, n => `${silentOrigins[n]}/silent`)
  await receiver.add(ben, '/lamp', { url: `${lampOrigin}/lamp` })
  // The new hooks of groups send the present numbers.
  await vi.waitFor(async () => expect(await waitingOf(ana)).toBe(0))
  receiver.requests.length = 0
  nameServer.isSilentFor = name => name.startsWith('silent')
  await ring(ana)
  await vi.waitFor(() => expect(nameServer.unanswered.size).toBeGreaterThan(0))
  await ring(ben)
  await receiver.waitFor('/lamp')
  expect(receiver.requestsTo('/silent')).toEqual([])
  expect(await waitingOf(ana)).toBeGreaterThanOrEqual(20)
})

test('a push service that never responds does not delay the pushes to another push service', async () => {
  const deviceId = await silentService.register(ana, 'ana')
  const id = await service.register(ben, 'ben')
  await vi.waitFor(async () => expect(await app.database.$count(pushes)).toBe(0))
  let ended = 0
  silentService.respond = response => response.on('close', () => ended++)
  const now = app.clock.now()
  const times = { createdAt: now, nextAttemptAt: now, expiresAt: addMs(now, hourMs) }
  const content = { kind: 'device.test' }
  const topics = Array.from({ length: 200 }, (_, n) => `topic ${n}`)
  await app.database.insert(pushes).values(topics.map(topic => ({ deviceId, topic, content, ...times })))
  app.services.workers.push.wake()
  await vi.waitFor(() => expect(silentService.requests.length).toBeGreaterThan(0))
  await ben.ok(api.testDevice, { params: { deviceId: id } })
  await service.pushesTo('ben')
  expect(ended).toBe(0)
  expect(silentService.requests.length).toBeLessThan(100)
})
