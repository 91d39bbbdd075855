import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { dayMs, minuteMs } from '#platform/clock.ts'
import { devices, ringCursors, sessions } from '#platform/database/schema.ts'
import { newId } from '#platform/tokens.ts'
import { useTestApp } from '#testing/test-app.ts'
import { deleteOldRingTimes } from './retention.ts'

const app = useTestApp()

test('after 7 days, the last ring of a device is deleted; after 5 minutes, the last ring for a member is deleted', async () => {
  const ana = await app.signUp('Ana')
  const { id: groupId } = await app.groupOf(ana)
  const now = app.clock.now()
  const [session] = await app.database.select().from(sessions).where(eq(sessions.userId, ana.userId))
  const device = {
    ...{ id: newId(), userId: ana.userId, sessionHash: session?.tokenHash ?? Buffer.alloc(0) },
    ...{
      endpoint: 'https://push.example.org/1',
      p256dh: '',
      auth: '',
      name: 'Phone',
    },
    ...{ confirmationHash: Buffer.alloc(1), createdAt: now, seenAt: now, rungAt: now },
  }
  await app.database.insert(devices).values(device)
  await app.database
    .insert(ringCursors)
    .values({ groupId, number: 1, recent: { [ana.userId]: now.getTime() } })
  const kept = async () => {
    await deleteOldRingTimes(app.services)
    const [cursor] = await app.database.select().from(ringCursors).where(eq(ringCursors.groupId, groupId))
    const [rung] = await app.database.select().from(devices).where(eq(devices.id, device.id))
    return [cursor?.recent[ana.userId] ?? null, rung?.rungAt ?? null]
  }
  expect(await kept()).toEqual([now.getTime(), now])
  app.clock.advance(5 * minuteMs)
  expect(await kept()).toEqual([null, now])
  app.clock.advance(7 * dayMs - 6 * minuteMs)
  expect(await kept()).toEqual([null, now])
  app.clock.advance(2 * minuteMs)
  expect(await kept()).toEqual([null, null])
})
