import { sql } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { addMs, hourMs } from '#platform/clock.ts'
import { pushes } from '#platform/database/schema.ts'
import { useOwnTestApp } from '#testing/test-app.ts'
import { AcceptedPushes } from './accepted-pushes.ts'

const app = useOwnTestApp()

async function queue(count: number): Promise<number[]> {
  const at = addMs(app.clock.now(), hourMs)
  const stored = await app.database
    .insert(pushes)
    .values(
      Array.from({ length: count }, (_, n) => ({
        deviceId: 'device',
        topic: `topic ${n}`,
        content: {},
        createdAt: at,
        expiresAt: at,
        nextAttemptAt: at,
      })),
    )
    .returning({ id: pushes.id })
  return stored.map(({ id }) => id)
}

test('pushes that are accepted at nearly the same time are deleted by one statement, and a later push is deleted by another', async () => {
  // The workers of the app use its database, too.
  const execute = vi.fn((...statement: Parameters<typeof app.database.execute>) =>
    app.database.execute(...statement),
  )
  const database = Object.create(app.database, { execute: { value: execute } })
  const accepted = new AcceptedPushes({ ...app.services, database })
  const [first = 0, second = 0, third = 0] = await queue(3)
  const store = (pushId: number) => accepted.store({ pushId, deviceId: 'device' }, false)
  await Promise.all([store(first), store(second)])
  expect(execute).toHaveBeenCalledTimes(1)
  expect(await app.database.select({ id: pushes.id }).from(pushes)).toEqual([{ id: third }])
  await store(third)
  expect(execute).toHaveBeenCalledTimes(2)
  expect(await app.database.$count(pushes, sql`true`)).toBe(0)
  expect(app.services.counts.pushes.sent).toBe(3)
})
