import { beforeEach, describe, expect, test, vi } from 'vitest'
import { hourMs, minuteMs } from '#platform/clock.ts'
import { devices, pushes } from '#platform/database/schema.ts'
import { api } from '#testing/api.ts'
import { usePushService } from '#testing/shared-server.ts'
import { useTestApp } from '#testing/test-app.ts'

const app = useTestApp()
const service = await usePushService()

const [ana, ben] = app.users('Ana', 'Ben')
let groupId: string
beforeEach(async () => {
  service.clear()
  service.respond = response => response.writeHead(201).end()
  for (const table of [devices, pushes]) await app.database.delete(table)
  groupId = (await app.groupOf(ana, ben)).id
  await service.register(ana, 'ana')
  await service.register(ben, 'ben')
})

const set = (body: { status: boolean; forMinutes?: number; note?: string }) =>
  ana.ok(api.setAvailability, { params: { groupId, userId: ana.userId }, body })

/** Runs the jobs, waits until Ana has the expected number of reminders about the group, and returns them. Ben must have none. */
const reminders = async (expected: number) => {
  await app.runMaintenance()
  const kinds = (path: string) =>
    service.received(path).filter(({ payload: { notification } }) => {
      const { kind, groupId: about } = notification.data
      return kind === 'availability.ending' && about === groupId
    })
  await vi.waitFor(async () => {
    expect(await app.database.$count(pushes)).toBe(0)
    expect(kinds('ana')).toHaveLength(expected)
  })
  expect(kinds('ben')).toEqual([])
  return kinds('ana')
}

describe('the reminder five minutes before the end of an availability', () => {
  test('is sent once, only to the devices of the member, and its push expires after at most five minutes', async () => {
    const { until } = await set({ status: true, forMinutes: 60, note: 'coffee' })
    app.clock.advance(54 * minuteMs)
    await reminders(0)
    app.clock.advance(minuteMs + 1_000)
    const [reminder] = await reminders(1)
    expect([reminder]).toMatchObject([
      {
        payload: {
          notification: {
            title: 'Mountain Rescue',
            data: {
              groupId,
              until: new Date(Date.parse(until ?? '') + hourMs).toISOString(),
              note: 'coffee',
            },
          },
        },
      },
    ])
    expect(reminder?.ttl).toBeLessThanOrEqual(300)
    app.clock.advance(2 * minuteMs)
    await reminders(1)
  })

  test('is not sent if the end was at most five minutes away when it was set', async () => {
    await set({ status: true, forMinutes: 5 })
    app.clock.advance(minuteMs)
    await reminders(0)
  })

  test('is not sent when a question is asked hours before the end', async () => {
    await ana.ok(api.updateQuestionSettings, {
      params: { groupId },
      body: { askAgain: { afterMinutes: 60, endsUnanswered: false } },
    })
    await set({ status: true, forMinutes: 240 })
    app.clock.advance(hourMs + minuteMs)
    await reminders(0)
  })

  test('is not sent if the end was removed', async () => {
    await set({ status: true, forMinutes: 10 })
    await set({ status: true })
    app.clock.advance(6 * minuteMs)
    await reminders(0)
  })

  test('is not sent to a user who does not want reminders', async () => {
    await ana.ok(api.updateRingingSettings, { body: { remindsOfEnds: false } })
    await set({ status: true, forMinutes: 10 })
    app.clock.advance(6 * minuteMs)
    await reminders(0)
    await ana.ok(api.updateRingingSettings, { body: { remindsOfEnds: true } })
  })
})
