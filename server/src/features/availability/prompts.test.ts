import { liveProtocol } from '@grouplight/contract/live.ts'
import type { Prompt } from '@grouplight/contract/question.ts'
import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addMs, dayMs, hourMs, minuteMs } from '#platform/clock.ts'
import { prompts } from '#platform/database/schema.ts'
import { allSent } from '#testing/all-sent.ts'
import { api } from '#testing/api.ts'
import { usePushService } from '#testing/shared-server.ts'
import { useTestApp } from '#testing/test-app.ts'
import type { TestUser } from '#testing/test-user.ts'
import { nextPromptAfter } from './next-prompt.ts'
import { sendDuePrompts } from './prompts.ts'

const app = useTestApp()
const service = await usePushService()
const [ana, ben] = app.users('Ana', 'Ben')
let groupId: string

beforeAll(async () => {
  await service.register(ana, 'ana')
  await service.register(ben, 'ben')
})

beforeEach(async () => {
  groupId = (await app.groupOf(ana, ben)).id
  await app.database.delete(prompts)
  await allSent(app)
  for (const user of [ana, ben]) await set(user, false)
  service.clear()
})

const set = (user: TestUser, status: boolean) => user.turn(groupId, status)

async function choose(user: TestUser, change: Partial<Prompt> = {}): Promise<Prompt> {
  const wallClock = (ms: number) => addMs(app.clock.now(), ms).toISOString().slice(11, 16)
  const prompt = {
    days: [1, 2, 3, 4, 5, 6, 7],
    time: wallClock(2 * minuteMs),
    until: wallClock(4 * hourMs),
    timeZone: 'UTC',
  }
  const body = { prompt: { ...prompt, ...change } }
  await user.ok(api.updateQuestionSettings, { params: { groupId }, body })
  return body.prompt
}

async function dueAt(): Promise<number | undefined> {
  const [found] = await app.database.select().from(prompts).where(eq(prompts.groupId, groupId))
  return found?.dueAt.getTime()
}

async function ask(): Promise<void> {
  await sendDuePrompts(app.services)
  await allSent(app)
}

describe('a prompt', () => {
  test('is sent to an Unavailable user once on each chosen day, and to no other user', async () => {
    const screen = await ana.open()
    const prompt = await choose(ben)
    await ask()
    expect(service.requests).toEqual([])
    const due = await dueAt()
    app.clock.advance(2 * minuteMs)
    await ask()
    await ask()
    const [push] = await service.pushesTo('ben')
    const end = new Date((due ?? 0) + 4 * hourMs - 2 * minuteMs)
    expect(push?.payload.notification).toMatchObject({
      title: 'Are you available in Mountain Rescue?',
      actions: [{ title: `Until ${prompt.until}` }, { title: 'Not today' }],
      data: { groupId, userId: ben.userId, until: end.toISOString() },
    })
    expect(service.requests).toEqual(['ben'])
    expect(await screen.settled()).toEqual([['hello', { protocol: liveProtocol }]])
    expect(await dueAt()).toBe(nextPromptAfter(app.clock.now().getTime(), prompt))
    app.clock.advance(dayMs)
    await ask()
    await service.pushesTo('ben', 2)
  })

  test('the answer to a prompt makes the user Available until the offered end', async () => {
    await choose(ben)
    app.clock.advance(2 * minuteMs)
    await ask()
    const [push] = await service.pushesTo('ben')
    const { userId = '', until } = push?.payload.notification.data ?? {}
    const answer = await ben.ok(api.setAvailability, {
      params: { groupId, userId },
      body: { status: true, until },
    })
    expect(answer).toMatchObject({ status: true, until })
  })

  test('a user who is Available at the time of the prompt is not asked, not even after becoming Unavailable', async () => {
    await set(ben, true)
    await allSent(app)
    service.clear()
    const prompt = await choose(ben)
    app.clock.advance(2 * minuteMs)
    await ask()
    await set(ben, false)
    await ask()
    expect(service.requests).not.toContain('ben')
    expect(await dueAt()).toBe(nextPromptAfter(app.clock.now().getTime(), prompt))
  })

  test.each([
    ['an hour has passed since its time', hourMs, {}],
    ['the offered end has passed', 10 * minuteMs, { until: 'after 5 minutes' }],
  ])('a late prompt is not sent when %s', async (_, lateMs, change) => {
    const until = addMs(app.clock.now(), 7 * minuteMs)
      .toISOString()
      .slice(11, 16)
    await choose(ben, 'until' in change ? { until } : {})
    app.clock.advance(2 * minuteMs + lateMs)
    await ask()
    expect(service.requests).toEqual([])
    expect(await dueAt()).toBeGreaterThan(app.clock.now().getTime())
  })

  test('a prompt that is too late does not suppress another user’s later prompt with the same end', async () => {
    const { until } = await choose(ana)
    app.clock.advance(50 * minuteMs)
    await choose(ben, { until })
    app.clock.advance(15 * minuteMs)
    await ask()
    expect(service.requests).toEqual(['ben'])
  })

  test('members of one group who have chosen different ends are each offered their own end', async () => {
    const [anas, bens] = [await choose(ana, { until: '03:15' }), await choose(ben, { until: '04:45' })]
    app.clock.advance(2 * minuteMs)
    await Promise.all([sendDuePrompts(app.services), sendDuePrompts(app.services)])
    await allSent(app)
    for (const [path, { until }] of [
      ['ana', anas],
      ['ben', bens],
    ] as const) {
      const [push] = await service.pushesTo(path)
      expect(push?.payload.notification.actions?.[0]?.title).toBe(`Until ${until}`)
    }
  })
})
