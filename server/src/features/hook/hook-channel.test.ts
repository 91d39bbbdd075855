import { eq, sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, inject, test, vi } from 'vitest'
import { disableAccount, enableAccount } from '#features/account/disable-account.ts'
import { addMs, dayMs, hourMs, minuteMs, secondMs } from '#platform/clock.ts'
import { commit } from '#platform/database/commit.ts'
import { hookDeliveries, hooks } from '#platform/database/schema.ts'
import { api } from '#testing/api.ts'
import { openSigned } from '#testing/hook-receiver.ts'
import { useHookReceiver } from '#testing/shared-server.ts'
import { useTestApp } from '#testing/test-app.ts'
import type { TestUser } from '#testing/test-user.ts'
import { queueDeliveries } from './change-detector.ts'
import { claimDeliveries } from './claim-deliveries.ts'
import type { HookContent } from './hook-content.ts'

const receiver = await useHookReceiver()
const app = useTestApp()

let ana: TestUser
let id: string
let secret: string
let path: string
beforeAll(async () => {
  ana = await app.signUp('Ana')
})
beforeEach(async () => {
  await app.database.delete(hooks)
  receiver.respond = response => response.end()
  path = `/secret-path-${Math.random()}`
  ;({ id, secret } = await receiver.add(ana, path))
})

const own = (status: boolean, groupId = 'g1'): HookContent => ({
  type: 'availability.changed',
  group: { id: groupId, name: 'Crew' },
  status,
  endMs: null,
})
const queue = (content: HookContent, hookId = id) =>
  commit(app.services, transaction =>
    queueDeliveries(transaction, sql`id = ${hookId}`, content, app.clock.now()),
  )
const hookNow = async () => (await ana.ok(api.listPersonalHooks)).hooks[0]
const waiting = () => app.database.select().from(hookDeliveries).where(eq(hookDeliveries.hookId, id))
const settled = async (attempts: number) =>
  vi.waitFor(async () => expect((await hookNow())?.outcomes).toHaveLength(attempts))
const counts = () => ({ ...app.services.counts.hookDeliveries })
const answer = (status: number, headers: Record<string, string> = {}) => {
  receiver.respond = response => response.writeHead(status, headers).end('the body')
}

function advance(ms: number): void {
  app.clock.advance(ms)
  app.services.workers.hook.wake()
}

/** Looks for a due delivery, as the hook worker does. A delivery would be found only if the worker may send it. */
async function expectNothingDue(): Promise<void> {
  expect(await claimDue()).toEqual([])
}

function claimDue() {
  const now = app.clock.now()
  return claimDeliveries(app.database, { room: 20, busy: [], full: [] }, { now, until: addMs(now, minuteMs) })
}

/** Advances the clock to an instant at which nothing may be sent. */
async function advanceInVain(ms: number): Promise<void> {
  app.clock.advance(ms)
  await expectNothingDue()
}

describe('a delivery', () => {
  test('a delivery is signed, and is deleted when the receiver has accepted it', async () => {
    const { sent } = counts()
    await queue(own(true))
    const [request] = await receiver.waitFor(path)
    if (!request) throw new Error('no request')
    expect(openSigned(request, secret, app.clock)).toMatchObject({
      type: 'availability.changed',
      data: { groupId: 'g1', group: 'Crew', status: true, until: null },
    })
    expect(() => openSigned({ ...request, body: `${request.body} ` }, secret, app.clock)).toThrow()
    await settled(1)
    expect((await hookNow())?.outcomes).toEqual([{ at: expect.stringMatching(/:00\.000Z$/), status: 200 }])
    expect(await waiting()).toEqual([])
    expect(counts().sent).toBe(sent + 1)
  })

  test('a delivery that fails is tried five times, with the same id and a new signature each time, and then dropped', async () => {
    const given = counts()['given-up']
    answer(500)
    await queue(own(true))
    await settled(1)
    for (const [n, pauseMs] of [5 * secondMs, minuteMs, 5 * minuteMs, 30 * minuteMs].entries()) {
      await advanceInVain(pauseMs - 3 * secondMs)
      expect(receiver.requestsTo(path)).toHaveLength(n + 1)
      advance(4 * secondMs)
      await receiver.waitFor(path, n + 2)
      await settled(n + 2)
    }
    const requests = receiver.requestsTo(path)
    const unique = (name: string) => new Set(requests.map(({ headers }) => headers[name])).size
    expect(unique('webhook-id')).toBe(1)
    expect([unique('webhook-timestamp'), unique('webhook-signature')]).toEqual([5, 5])
    const last = requests.at(-1)
    expect(last && openSigned(last, secret, app.clock)).toMatchObject({ data: { status: true } })
    expect(requests[0] && (() => openSigned(requests[0] as typeof last & {}, secret, app.clock))).toThrow()
    await vi.waitFor(async () => expect(await waiting()).toEqual([]))
    expect(counts()['given-up']).toBe(given + 1)
    await advanceInVain(hourMs)
    expect(receiver.requestsTo(path)).toHaveLength(5)
  })

  test('the id that the receiver gets is random, and does not tell how many deliveries the site has stored', async () => {
    for (const status of [true, false, true]) await queue(own(status, `g${status}`))
    await vi.waitFor(async () => expect(await waiting()).toEqual([]))
    const ids = receiver.requestsTo(path).map(({ headers }) => headers['webhook-id'])
    expect(ids.length).toBeGreaterThanOrEqual(2)
    const random = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/
    for (const id of ids) expect(id).toMatch(random)
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('a receiver can delay the next attempt with the header Retry-After', async () => {
    answer(429, { 'retry-after': '40' })
    await queue(own(true))
    await settled(1)
    answer(200)
    await advanceInVain(30 * secondMs)
    expect(receiver.requestsTo(path)).toHaveLength(1)
    advance(11 * secondMs)
    await receiver.waitFor(path, 2)
  })

  test('a newer delivery with the same topic replaces a waiting one and has a new id', async () => {
    answer(500)
    await queue(own(true))
    await settled(1)
    answer(200)
    await queue(own(false))
    const [first, second] = await receiver.waitFor(path, 2)
    expect(second?.headers['webhook-id']).not.toBe(first?.headers['webhook-id'])
    expect(second && openSigned(second, secret, app.clock)).toMatchObject({ data: { status: false } })
    await settled(2)
    await advanceInVain(10 * minuteMs)
    expect(receiver.requestsTo(path)).toHaveLength(2)
  })

  test('a hook gets one delivery at a time', async () => {
    const dueMeanwhile: unknown[] = []
    receiver.respond = async response => {
      dueMeanwhile.push(await claimDue())
      response.end()
    }
    for (let n = 0; n < 5; n++) await queue(own(true, `g${n}`))
    await receiver.waitFor(path, 5)
    await vi.waitFor(() => expect(dueMeanwhile).toEqual([[], [], [], [], []]))
  })

  test('a slow receiver does not delay other hooks', async () => {
    const other = await receiver.add(ana, '/other')
    let isSlowWaiting = true
    receiver.respond = (response, request) => {
      if (request.path === '/other') response.end()
      else
        response.on('close', () => {
          isSlowWaiting = false
        })
    }
    await queue(own(true))
    await receiver.waitFor(path)
    await queue(own(true), other.id)
    await receiver.waitFor('/other')
    expect(isSlowWaiting).toBe(true)
  })

  test('a delivery whose attempt does not end is sent again when the lease on the hook has ended', async () => {
    receiver.respond = () => {}
    await queue(own(true))
    await receiver.waitFor(path)
    answer(200)
    await advanceInVain(50 * secondMs)
    expect(receiver.requestsTo(path)).toHaveLength(1)
    advance(11 * secondMs)
    await receiver.waitFor(path, 2)
  })

  test('a delivery that was stored more than an hour ago is not sent any more', async () => {
    answer(500)
    await queue(own(true))
    await settled(1)
    answer(200)
    advance(2 * hourMs)
    await vi.waitFor(async () => expect(await waiting()).toEqual([]))
    expect(receiver.requestsTo(path)).toHaveLength(1)
  })

  test('a delivery to a hook that is off is deleted after an hour', async () => {
    await queue(own(true))
    await receiver.waitFor(path)
    answer(500)
    await queue(own(false))
    await settled(2)
    await app.database.update(hooks).set({ offAt: app.clock.now() })
    await app.runMaintenance()
    expect(await waiting()).toHaveLength(1)
    app.clock.advance(hourMs)
    await app.runMaintenance()
    expect(await waiting()).toEqual([])
    expect(receiver.requestsTo(path)).toHaveLength(2)
  })

  test('a hook of a disabled user sends nothing', async () => {
    await disableAccount(app.services, ana)
    await queue(own(true))
    await vi.waitFor(async () => expect(await waiting()).toEqual([]))
    expect(receiver.requestsTo(path)).toEqual([])
    await enableAccount(app.services, ana)
    await ana.signIn()
  })

  test('a hook whose user was disabled and enabled sends the present state if its receiver has not got it', async () => {
    const eve = await app.signUp('Eve')
    const own = `${path}/own`
    ;({ id } = await receiver.add(eve, own, { tellsOwnStatus: true, tellsNotifications: false }))
    const { id: groupId } = await app.groupOf(eve)
    await receiver.waitFor(own)
    await vi.waitFor(async () => expect(await waiting()).toEqual([]))
    answer(500)
    const params = { groupId, userId: eve.userId }
    await eve.ok(api.setAvailability, { params, body: { status: false } })
    await receiver.waitFor(own, 2)
    await vi.waitFor(async () => expect(await waiting()).toMatchObject([{ attempts: 1 }]))
    await disableAccount(app.services, eve)
    answer(200)
    advance(10 * secondMs)
    await vi.waitFor(async () => expect(await waiting()).toEqual([]))
    expect(receiver.requestsTo(own)).toHaveLength(2)
    await enableAccount(app.services, eve)
    await app.runMaintenance()
    const last = (await receiver.waitFor(own, 3)).at(-1)
    expect(JSON.parse(last?.body ?? '{}')).toMatchObject({ data: { groupId, status: false } })
  })

  test.skipIf(inject('postgresUrl') === null)('each delivery is sent by only one of two nodes', async () => {
    const node = await app.anotherNode()
    answer(500)
    for (let n = 0; n < 10; n++) await queue(own(true, `g${n}`))
    await vi.waitFor(async () => {
      app.services.workers.hook.wake()
      node.services.workers.hook.wake()
      expect((await waiting()).map(({ attempts }) => attempts)).toEqual(Array(10).fill(1))
    })
    // A node that closes first ends its attempts.
    await node.close()
    await settled(10)
    const ids = receiver.requestsTo(path).map(({ headers }) => headers['webhook-id'])
    expect(ids).toHaveLength(10)
    expect(new Set(ids).size).toBe(10)
  })
})

describe('a hook whose receiver fails', () => {
  const messages = async () => (await ana.notices()).map(({ message }) => message)
  const offText = 'One of your hooks was switched off: its receiver failed'

  test('a hook whose receiver answers 410 is switched off immediately, and its user is notified', async () => {
    answer(410)
    await queue(own(true))
    await vi.waitFor(async () => expect(await messages()).toEqual([offText]))
    expect(await hookNow()).toMatchObject({ offAt: expect.any(String), outcomes: [{ status: 410 }] })
    await queue(own(false))
    expect(await waiting()).toEqual([])
    expect(receiver.requestsTo(path)).toHaveLength(1)
  })

  test('a hook is switched off when all its attempts of three days have failed, and not earlier', async () => {
    const before = (await messages()).length
    const failOnce = async (groupId: string) => {
      await app.database.delete(hookDeliveries)
      const count = receiver.requestsTo(path).length
      await queue(own(true, groupId))
      await receiver.waitFor(path, count + 1)
      await vi.waitFor(async () => {
        const [hook] = await app.database.select().from(hooks).where(eq(hooks.id, id))
        expect([hook?.busyUntil, hook?.outcomes.length]).toEqual([null, Math.min(10, count + 1)])
      })
    }
    answer(503)
    await failOnce('g1')
    advance(2 * dayMs)
    await ana.signIn()
    await failOnce('g2')
    answer(200)
    await failOnce('g3')
    answer(503)
    advance(2 * dayMs)
    await ana.signIn()
    await failOnce('g4')
    expect(await hookNow()).toMatchObject({ offAt: null })
    advance(3 * dayMs)
    await ana.signIn()
    await failOnce('g5')
    await vi.waitFor(async () => expect(await hookNow()).toMatchObject({ offAt: expect.any(String) }))
    expect((await messages()).filter(text => text === offText)).toHaveLength(before + 1)
  })

  test('the ten newest outcomes are kept for about a day, with the newest first', async () => {
    for (let n = 0; n < 12; n++) {
      answer(n === 11 ? 204 : 200)
      await queue(own(true, `g${n}`))
      await receiver.waitFor(path, n + 1)
      await settled(Math.min(10, n + 1))
    }
    await vi.waitFor(async () => expect((await hookNow())?.outcomes[0]).toMatchObject({ status: 204 }))
    expect((await hookNow())?.outcomes).toHaveLength(10)
    await app.runMaintenance()
    expect((await hookNow())?.outcomes).toHaveLength(10)
    app.clock.advance(dayMs + minuteMs)
    await ana.signIn()
    await app.runMaintenance()
    expect((await hookNow())?.outcomes).toEqual([])
  })

  test('the log line about a failure contains no address, secret or id of the hook, no content and no answer', async () => {
    const logged = app.logged.length
    answer(500)
    await queue(own(true))
    await settled(1)
    const lines = app.logged.slice(logged).join()
    expect(lines).toContain('a hook could not be told')
    for (const secretPart of [path, 'Crew', 'the body', secret, id]) expect(lines).not.toContain(secretPart)
  })
})
