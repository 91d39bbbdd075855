import { sql } from 'drizzle-orm'
import pino from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { secondMs, systemClock } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.ts'
import type { Claimed, Free } from './channel.ts'
import { OutboxWorker } from './outbox-worker.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

type Item = Claimed & { id: number }

/** All items have the same owner, who has one slot. `deliver` resolves when the test calls `end`. */
async function start(ids: number[]) {
  const waiting = [...ids]
  const claims: Free['full'][] = []
  const delivered: number[] = []
  const ends: (() => void)[] = []
  const at = () => (waiting.length > 0 ? new Date(0) : null)
  const database = { select: () => ({ from: async () => [{ at: at() }] }) } as unknown as Database
  const worker = new OutboxWorker<Item>(
    {
      name: 'email',
      leaseMs: secondMs,
      lanes: [
        {
          limits: { most: 5, mostOf: 1, mostOfSlow: 1 },
          async claim({ room, full }) {
            claims.push(full)
            const taken = full.length > 0 ? [] : waiting.splice(0, Math.min(room, 1))
            return taken.map(id => ({ id, owner: 'ana', attempts: 1 }))
          },
        },
      ],
      waiting: sql`items`,
      async deliver({ id }) {
        await new Promise<void>(resolve => ends.push(resolve))
        delivered.push(id)
        return { hasResponded: true }
      },
    },
    { database, clock: systemClock, log: pino({ level: 'silent' }) },
  )
  await worker.start()
  return { worker, claims, delivered, end: () => ends.shift()?.() }
}

const settle = () => vi.advanceTimersByTimeAsync(1)

test('due items of an owner without a free slot are left waiting without a busy loop, and are claimed when a slot is free', async () => {
  const { worker, claims, delivered, end } = await start([1, 2])
  await vi.waitFor(() => expect(claims.at(-1)).toEqual(['ana']))
  await settle()
  const before = claims.length
  for (let n = 0; n < 10; n++) await vi.advanceTimersByTimeAsync(40)
  expect(claims).toHaveLength(before)
  end()
  await vi.waitFor(() => expect(delivered).toEqual([1]))
  await vi.waitFor(() => {
    end()
    expect(delivered).toEqual([1, 2])
  })
  await worker.stop()
})

test('an item that was stored by another process is found after a pause', async () => {
  const { worker, claims } = await start([])
  await vi.waitFor(() => expect(claims).toHaveLength(1))
  await settle()
  await vi.advanceTimersByTimeAsync(30 * secondMs)
  expect(claims).toHaveLength(2)
  await worker.stop()
})
