import { expect, test } from 'vitest'
import { addMs, hourMs, minuteMs } from '#clock.ts'
import { hookDeliveries, hooks } from '#database/schema.ts'
import { newId } from '#new-id.ts'
import { useTestApp } from '#testing/test-app.ts'
import { claimDeliveries } from './claim-deliveries.ts'

const app = useTestApp()

test('the hook whose delivery has been due longest is claimed first', async () => {
  const { userId } = await app.signUp('Ana')
  const now = app.clock.now()
  const ids = [newId(), newId(), newId()]
  // By the clock of the test app, the deliveries are not due yet, so the hook worker of the app does not send them.
  for (const [n, id] of ids.entries()) {
    const fixed = {
      name: 'Lamp',
      kind: 'webhook',
      host: 'a.example',
      language: 'en',
      timeZone: 'UTC',
    } as const
    const state = { target: Buffer.from(''), createdAt: now, told: {}, outcomes: [] }
    await app.database.insert(hooks).values({ id, userId, ...fixed, ...state })
    const times = { createdAt: now, expiresAt: addMs(now, 2 * hourMs) }
    const nextAttemptAt = addMs(now, hourMs - n * minuteMs)
    const delivery = { hookId: id, topic: 'test', content: { type: 'test' } as const }
    await app.database.insert(hookDeliveries).values({ ...delivery, ...times, nextAttemptAt })
  }
  const later = { database: app.database, clock: { now: () => addMs(now, hourMs) } }
  const claimed: string[] = []
  for (let n = 0; n < 3; n++) claimed.push(...(await claimDeliveries(later, 1)).map(({ hook }) => hook.id))
  expect(claimed).toEqual(ids.toReversed())
})
