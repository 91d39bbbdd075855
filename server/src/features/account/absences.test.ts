import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { dayMs } from '#platform/clock.ts'
import { users } from '#platform/database/schema.ts'
import { api } from '#testing/api.ts'
import { useOwnTestApp } from '#testing/test-app.ts'
import { longAgo, noteAbsences } from './absences.ts'

const app = useOwnTestApp()

test('the day on which a user has no session any more is kept until the next sign-in', async () => {
  const [ana, ben] = [await app.signUp('Ana'), await app.signUp('Ben')]
  const noted = async () => {
    await noteAbsences(app.services)
    const found = await app.database.select().from(users).where(eq(users.uid, ana.userId))
    return found[0]?.absentSince
  }
  expect(await noted()).toBeNull()
  await ana.ok(api.signOut)
  const day = app.clock.now().toISOString().slice(0, 10)
  expect(await noted()).toBe(day)
  app.clock.advance(dayMs)
  await ben.ok(api.readSession)
  expect(await noted()).toBe(day)
  app.clock.advance(364 * dayMs)
  expect(await noted()).toBe(longAgo(app.clock.now()))
  await ana.signIn()
  expect(await noted()).toBeNull()
})
