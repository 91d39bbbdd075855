import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { addMs, hourMs, minuteMs } from '#platform/clock.ts'
import { Counts } from '#platform/counts.ts'
import { hookDeliveries, hooks } from '#platform/database/schema.ts'
import { newId } from '#platform/tokens.ts'
import { useTestApp } from '#testing/test-app.ts'
import { claimDeliveries, type DueDelivery } from './claim-deliveries.ts'
import { endAttempt } from './settle-delivery.ts'

const app = useTestApp()

test('the hook whose delivery has been due longest is claimed first', async () => {
  const { userId } = await app.signUp('Ana')
  const now = app.clock.now()
  const ids: string[] = []
  for (let n = 0; n < 3; n++) ids.push(await newHook(userId, addMs(now, hourMs - n * minuteMs)))
  const claimed: string[] = []
  for (let n = 0; n < 3; n++)
    claimed.push(...(await claimAt(addMs(now, hourMs), 1)).map(({ hook }) => hook.id))
  expect(claimed).toEqual(ids.toReversed())
})

test('an attempt that ends late does not end the lease of the next attempt', async () => {
  const { userId } = await app.signUp('Ben')
  const due = addMs(app.clock.now(), hourMs)
  const id = await newHook(userId, due)
  const [first, second] = [await claimOf(id, due), await claimOf(id, addMs(due, 2 * minuteMs))]
  const options = { database: app.database, counts: new Counts() }
  await endAttempt(options, first, { nextAttemptAt: addMs(due, 3 * minuteMs) })
  expect(await leaseOf(id)).toEqual(second.leasedUntil)
  expect(await waitingFor(id)).toEqual([second.leasedUntil])
  await endAttempt(options, first, { counted: 'given-up' })
  expect(await waitingFor(id)).toEqual([second.leasedUntil])
  await endAttempt(options, second, {})
  expect(await leaseOf(id)).toBeNull()
  expect(await waitingFor(id)).toEqual([])
})

test('the hooks of owners without a delivery in flight are claimed first, and those of an owner without a free slot not at all', async () => {
  const [cyd, dan] = [await app.signUp('Cyd'), await app.signUp('Dan')]
  const due = addMs(app.clock.now(), hourMs)
  const longest = await newHook(cyd.userId, addMs(due, -minuteMs))
  const other = await newHook(dan.userId, due)
  const hookIds = (claimed: DueDelivery[]) => claimed.map(({ hook }) => hook.id)
  expect(hookIds(await claimAt(due, 1, [cyd.userId]))).toEqual([other])
  expect(hookIds(await claimAt(due, 10, [cyd.userId], [cyd.userId]))).not.toContain(longest)
  expect(hookIds(await claimAt(due, 10))).toContain(longest)
})

/** `dueAt` must be in the future by the clock of the test app, so that the hook worker of the app does not send the delivery. */
async function newHook(userId: string, dueAt: Date): Promise<string> {
  const id = newId()
  const now = app.clock.now()
  const fixed = { name: 'Lamp', kind: 'webhook', host: 'a.example', timeZone: 'UTC' } as const
  const state = { target: Buffer.from(''), createdAt: now, lastSent: {}, outcomes: [] }
  await app.database.insert(hooks).values({ id, userId, ...fixed, ...state })
  const times = { createdAt: now, expiresAt: addMs(now, 2 * hourMs), nextAttemptAt: dueAt }
  await app.database
    .insert(hookDeliveries)
    .values({ hookId: id, topic: 'test', content: { type: 'test' }, ...times })
  return id
}

async function claimAt(
  now: Date,
  room: number,
  busy: string[] = [],
  full: string[] = [],
): Promise<DueDelivery[]> {
  const leasedUntil = addMs(now, minuteMs)
  const claimed = await claimDeliveries(app.database, { room, busy, full }, { now, until: leasedUntil })
  return claimed.map(delivery => ({ ...delivery, leasedUntil }))
}

async function claimOf(hookId: string, now: Date): Promise<DueDelivery> {
  return (await claimAt(now, 10)).find(({ hook }) => hook.id === hookId) as DueDelivery
}

async function waitingFor(hookId: string): Promise<Date[]> {
  const waiting = await app.database.select().from(hookDeliveries).where(eq(hookDeliveries.hookId, hookId))
  return waiting.map(({ nextAttemptAt }) => nextAttemptAt)
}

async function leaseOf(id: string): Promise<Date | null | undefined> {
  const [hook] = await app.database.select().from(hooks).where(eq(hooks.id, id))
  return hook?.busyUntil
}
