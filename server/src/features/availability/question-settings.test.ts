import type { Prompt } from '@grouplight/contract/question.ts'
import { and, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { dayMs, hourMs } from '#platform/clock.ts'
import { memberships, prompts } from '#platform/database/schema.ts'
import { api } from '#testing/api.ts'
import { useTestApp } from '#testing/test-app.ts'
import type { TestUser } from '#testing/test-user.ts'

const app = useTestApp()
const [ana, ben, cyd] = app.users('Ana', 'Ben', 'Cyd')
let groupId: string

const prompt: Prompt = { days: [1, 5], time: '18:00', until: '22:00', timeZone: 'Europe/Berlin' }
const nothing = { askAgain: null, prompt: null }
const askAgain = { afterMinutes: 120, endsUnanswered: false }

beforeEach(async () => {
  groupId = (await app.groupOf(ana, ben)).id
})

const read = (user: TestUser) => user.ok(api.readQuestionSettings, { params: { groupId } })
const update = (user: TestUser, body: Record<string, unknown>) =>
  user.ok(api.updateQuestionSettings, { params: { groupId }, body })
const setInterval = (minutes: 60 | 120 | 240 | null, user = ana) =>
  user.call(api.setAskingInterval, { params: { groupId }, body: { minutes } })
const toggle = (user: TestUser, status: boolean) => user.turn(groupId, status)

async function membershipOf({ userId }: TestUser) {
  const [found] = await app.database
    .select()
    .from(memberships)
    .where(and(eq(memberships.groupId, groupId), eq(memberships.userId, userId)))
  if (!found) throw new Error('No membership')
  return found
}

/** Returns the hours from the last change of the status to the due time. Null without a due time. */
async function dueAfterHours(user: TestUser): Promise<number | null> {
  const { dueAt, lastUpdated } = await membershipOf(user)
  return dueAt && (dueAt.getTime() - lastUpdated.getTime()) / hourMs
}

describe('own question settings', () => {
  test('a member is not asked if neither the group nor the member has an interval', async () => {
    expect(await read(ben)).toEqual(nothing)
    expect(await dueAfterHours(ben)).toBeNull()
  })

  test('a change keeps the settings that it does not name, and null removes a setting', async () => {
    expect(await update(ben, { askAgain })).toEqual({ askAgain, prompt: null })
    const ending = { ...askAgain, endsUnanswered: true }
    expect(await update(ben, { askAgain: ending })).toEqual({ askAgain: ending, prompt: null })
    expect(await update(ben, { prompt })).toEqual({ askAgain: ending, prompt })
    expect(await update(ben, { askAgain: null })).toEqual({ askAgain: null, prompt })
    expect(await update(ben, { askAgain, prompt: null })).toEqual({ askAgain, prompt: null })
    expect(await read(ana)).toEqual(nothing)
  })

  test('a changed prompt replaces the earlier prompt and its due time', async () => {
    await update(ben, { prompt })
    await update(ben, { prompt: { ...prompt, time: '19:30', timeZone: 'UTC' } })
    const found = await app.database.select().from(prompts).where(eq(prompts.groupId, groupId))
    expect(found.map(({ dueAt }) => dueAt.toISOString().slice(11, 16))).toEqual(['19:30'])
    expect(found[0]?.dueAt.getTime()).toBeGreaterThan(app.clock.now().getTime())
  })

  test('leaving the group deletes the prompt', async () => {
    await update(ben, { prompt, askAgain })
    await ben.ok(api.leaveGroup, { params: { groupId } })
    expect(await app.database.select().from(prompts).where(eq(prompts.groupId, groupId))).toEqual([])
  })

  test.each([
    [
      { askAgain: { ...askAgain, afterMinutes: 30 } },
      'The minutes must be one of 60, 120, 240, 480, 720, 1440.',
    ],
    [{ askAgain: { ...askAgain, endsUnanswered: 'yes' } }, 'endsUnanswered must be true or false.'],
    [{ prompt: { ...prompt, time: '24:00' } }, 'A time must have the form 22:00.'],
    [{ prompt: { ...prompt, until: '9:00' } }, 'A time must have the form 22:00.'],
    [{ prompt: { ...prompt, days: [] } }, 'At least one day is needed.'],
    [{ prompt: { ...prompt, timeZone: 'Nowhere/Land' } }, 'This time zone is not known.'],
  ])('invalid settings are refused with one sentence: %j', async (body, message) => {
    const answer = await ben.request('PATCH', `/api/groups/${groupId}/questions`, body)
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid-input', message } })
    expect(await read(ben)).toEqual(nothing)
  })
})

describe('when an Available member is asked', () => {
  test('the shorter of the group’s interval and the member’s interval counts', async () => {
    await toggle(ben, false)
    await toggle(ben, true)
    expect((await setInterval(240)).body).toEqual({ minutes: 240 })
    expect([await dueAfterHours(ana), await dueAfterHours(ben)]).toEqual([4, 4])
    await update(ben, { askAgain })
    expect([await dueAfterHours(ana), await dueAfterHours(ben)]).toEqual([4, 2])
    await setInterval(60)
    expect([await dueAfterHours(ana), await dueAfterHours(ben)]).toEqual([1, 1])
    await setInterval(null)
    expect([await dueAfterHours(ana), await dueAfterHours(ben)]).toEqual([null, 2])
    await update(ben, { askAgain: null })
    expect(await dueAfterHours(ben)).toBeNull()
  })

  test('the interval starts at the joining and at each toggle to Available, and an Unavailable member is not asked', async () => {
    await setInterval(120)
    await app.join(ana, groupId, cyd)
    expect(await dueAfterHours(cyd)).toBe(2)
    await toggle(cyd, false)
    expect(await dueAfterHours(cyd)).toBeNull()
    app.clock.advance(dayMs)
    await toggle(cyd, true)
    expect(await dueAfterHours(cyd)).toBe(2)
  })
})
