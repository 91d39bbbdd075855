import type { Notification } from '@grouplight/contract/notification.ts'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { dayMs, hourMs } from '#platform/clock.ts'
import { keys } from '#platform/database/schema.ts'
import { newKey } from '#testing/keys.ts'
import { useTestApp } from '#testing/test-app.ts'
import type { TestUser } from '#testing/test-user.ts'
import { deleteEndedKeys, warnOfEndingKeys } from './retention.ts'

const app = useTestApp()

async function warningsFor(who: TestUser): Promise<(number | null | undefined)[]> {
  await warnOfEndingKeys(app.services)
  await warnOfEndingKeys(app.services)
  await who.signIn()
  const notifications = await who.notices()
  const isWarning = ({ type, action }: Notification) => type === 'admin' && action === 'ending'
  return notifications.filter(isWarning).map(({ count }) => count)
}

test('the user is notified 7 days before the end of a key and again 1 day before the end', async () => {
  const eve = await app.signUp('Eve')
  await newKey(eve, { days: 30 })
  await newKey(eve, { days: null })
  app.clock.advance(23 * dayMs - hourMs)
  expect(await warningsFor(eve)).toEqual([])
  app.clock.advance(hourMs)
  expect(await warningsFor(eve)).toEqual([7])
  app.clock.advance(6 * dayMs - hourMs)
  expect(await warningsFor(eve)).toEqual([7])
  app.clock.advance(hourMs)
  expect(await warningsFor(eve)).toEqual([1, 7])
})

test('a notification that comes late has the number of days that remain', async () => {
  const [eve, ivy] = [await app.signUp('Eve'), await app.signUp('Ivy')]
  for (const user of [eve, ivy]) await newKey(user, { days: 30 })
  app.clock.advance(26 * dayMs + hourMs)
  expect(await warningsFor(eve)).toEqual([4])
  app.clock.advance(3 * dayMs)
  expect(await warningsFor(eve)).toEqual([1, 4])
})

test('if no notification was sent before the last day of a key, only one is sent', async () => {
  const eve = await app.signUp('Eve')
  await newKey(eve, { days: 30 })
  app.clock.advance(29 * dayMs + hourMs)
  expect(await warningsFor(eve)).toEqual([1])
})

test('a key is deleted after its end', async () => {
  const eve = await app.signUp('Eve')
  await newKey(eve, { days: 30 })
  await newKey(eve, { days: null })
  const stored = async () => {
    await deleteEndedKeys(app.services)
    return (await app.database.select().from(keys).where(eq(keys.userId, eve.userId))).length
  }
  app.clock.advance(30 * dayMs - hourMs)
  expect(await stored()).toBe(2)
  app.clock.advance(hourMs)
  expect(await stored()).toBe(1)
})
