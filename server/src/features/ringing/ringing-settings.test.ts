import type { updateRingingSettings } from '@grouplight/contract/ringing-settings.ts'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { addMs, dayMs, hourMs, minuteMs } from '#platform/clock.ts'
import { users } from '#platform/database/schema.ts'
import { api } from '#testing/api.ts'
import { useTestApp } from '#testing/test-app.ts'
import type { TestUser } from '#testing/test-user.ts'

const app = useTestApp()
const none = { hidesNames: false, remindsOfEnds: true, mailsCalls: true, quietHours: null, mutedUntil: null }
const quietHours = { from: '22:00', to: '07:00', days: [1, 2, 3, 4, 5], timeZone: 'Europe/Berlin' }
let ana: TestUser
beforeEach(async () => {
  ana = await app.signUp('Ana')
})

const read = () => ana.ok(api.readRingingSettings)
const update = (body: z.input<NonNullable<typeof updateRingingSettings.body>>) =>
  ana.ok(api.updateRingingSettings, { body })
const mutedFor = async () => {
  const { mutedUntil } = await read()
  return mutedUntil && Math.round((Date.parse(mutedUntil) - app.clock.now().getTime()) / minuteMs)
}

test('until the user changes a setting, names are shown, ends have reminders, questions come by email, and the user is not quiet', async () => {
  expect(await read()).toEqual(none)
})

test('a change leaves the other settings as they are, and null removes the quiet hours', async () => {
  expect(await update({ quietHours })).toEqual({ ...none, quietHours })
  expect(await update({ hidesNames: true })).toEqual({ ...none, quietHours, hidesNames: true })
  expect(await update({})).toEqual({ ...none, quietHours, hidesNames: true })
  await update({ muteForMinutes: 60 })
  expect(await read()).toEqual({ ...none, quietHours, hidesNames: true, mutedUntil: expect.any(String) })
  await update({ quietHours: null, hidesNames: false })
  expect(await read()).toEqual({ ...none, mutedUntil: expect.any(String) })
})

describe('muting', () => {
  test('muting ends by itself, and a new duration replaces the earlier duration', async () => {
    await update({ muteForMinutes: 60 })
    expect(await mutedFor()).toBe(60)
    await update({ muteForMinutes: 10 })
    expect(await mutedFor()).toBe(10)
    app.clock.advance(10 * minuteMs)
    expect(await read()).toEqual(none)
  })

  test('muting can be ended early, and ending it a second time changes nothing', async () => {
    await update({ muteForMinutes: 60 })
    for (const _ of [1, 2]) expect(await update({ muteForMinutes: null })).toEqual(none)
  })

  test('the stored end of muting is deleted a day after this end', async () => {
    const stored = async () => {
      await app.runMaintenance()
      const [user] = await app.database.select().from(users).where(eq(users.uid, ana.userId))
      return user?.mutedUntil ?? null
    }
    const end = addMs(app.clock.now(), 60 * minuteMs)
    await update({ muteForMinutes: 60 })
    app.clock.advance(dayMs)
    expect((await stored())?.getTime()).toBeGreaterThanOrEqual(end.getTime())
    app.clock.advance(hourMs + minuteMs)
    expect(await stored()).toBeNull()
  })
})

describe('the settings', () => {
  test.each([
    [
      { quietHours: { ...quietHours, to: '22:00' } },
      'The quiet hours must not begin and end at the same time.',
    ],
    [{ quietHours: { ...quietHours, days: [] } }, 'At least one day is needed.'],
    [{ quietHours: { ...quietHours, days: [2, 1] } }, 'The days must be in ascending order.'],
    [{ quietHours: { ...quietHours, days: [1, 1] } }, 'The days must be in ascending order.'],
    [{ quietHours: { ...quietHours, from: '24:00' } }, 'A time must have the form 22:00.'],
    [{ quietHours: { ...quietHours, from: '9:00' } }, 'A time must have the form 22:00.'],
    [{ quietHours: { ...quietHours, timeZone: 'Nowhere/Land' } }, 'This time zone is not known.'],
    [{ quietHours: { ...quietHours, timeZone: '+01:07' } }, 'This time zone is not known.'],
    [{ muteForMinutes: 0 }, 'muteForMinutes must be at least 1.'],
    [{ muteForMinutes: 2_881 }, 'muteForMinutes must be at most 2880.'],
  ])('unusable settings are refused with a message: %j', async (body, message) => {
    expect(await ana.call(api.updateRingingSettings, { body })).toMatchObject({
      status: 400,
      body: { code: 'invalid-input', message },
    })
    expect(await read()).toEqual(none)
  })

  test('the settings are part of the user’s own export', async () => {
    await update({ quietHours, hidesNames: true })
    expect((await ana.ok(api.exportAccount)).ringing).toEqual({ ...none, quietHours, hidesNames: true })
  })
})
