import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { dayMs } from '#platform/clock.ts'
import { users } from '#platform/database/schema.ts'
import { api } from '#testing/api.ts'
import { useOwnTestApp } from '#testing/test-app.ts'
import type { TestUser } from '#testing/test-user.ts'
import { longAgo } from './absences.ts'
import { addAccount } from './add-account.ts'
import { disableAccount } from './disable-account.ts'
import { signOutEverywhere } from './sign-out.ts'

const app = useOwnTestApp()

const absentSince = async ({ userId }: { userId: string }) => {
  const [found] = await app.database.select().from(users).where(eq(users.uid, userId))
  return found?.absentSince
}
const today = () => app.clock.now().toISOString().slice(0, 10)

test.each<[string, (user: TestUser) => Promise<unknown>]>([
  ['signs out', user => user.ok(api.signOut)],
  ['is signed out by the operator', user => signOutEverywhere(app.services, user)],
  ['is disabled', user => disableAccount(app.services, user)],
  [
    'was last here more than 30 days ago',
    () => {
      app.clock.advance(31 * dayMs)
      return app.runMaintenance()
    },
  ],
])('the day is noted when a user %s, in the last session only', async (_, end) => {
  const ana = await app.signUp('Ana')
  const phone = await ana.onAnotherDevice()
  await phone.ok(api.signOut)
  expect(await absentSince(ana)).toBeNull()
  await end(ana)
  expect(await absentSince(ana)).toBe(today())
})

test('the next sign-in forgets the day, and an account without a sign-in has the day of its creation', async () => {
  const ana = await app.signUp('Ana')
  await ana.ok(api.signOut)
  const day = await absentSince(ana)
  app.clock.advance(365 * dayMs)
  expect(day).toBe(longAgo(app.clock.now()))
  await ana.signIn()
  expect(await absentSince(ana)).toBeNull()
  expect(await absentSince(await addAccount(app.services, { email: 'dan@example.org' }))).toBe(today())
})
