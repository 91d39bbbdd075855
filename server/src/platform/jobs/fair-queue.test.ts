import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { FairQueue, WaitedTooLongError } from './fair-queue.ts'

afterEach(() => {
  vi.useRealTimers()
})

test('owners take turns, and one task runs at a time', async () => {
  const queue = new FairQueue({ longestWaitMs: 10_000 })
  const started: string[] = []
  const ends: (() => void)[] = []
  const run = (owner: string, name: string) =>
    queue.run(owner, () => {
      started.push(name)
      return new Promise<void>(resolve => ends.push(resolve))
    })
  const tasks = [run('ana', 'ana 1'), run('ana', 'ana 2'), run('ana', 'ana 3'), run('ben', 'ben 1')]
  for (let n = 1; n <= tasks.length; n++) {
    await turn()
    expect(started).toHaveLength(n)
    ends.shift()?.()
  }
  await Promise.all(tasks)
  expect(started).toEqual(['ana 1', 'ana 2', 'ben 1', 'ana 3'])
})

test('a task that gets no turn in time is given up, and does not run later', async () => {
  vi.useFakeTimers()
  const queue = new FairQueue({ longestWaitMs: 10_000 })
  const first = Promise.withResolvers<void>()
  const running = queue.run('ana', () => first.promise)
  const late = vi.fn(async () => {})
  const waiting = queue.run('ben', late)
  const refused = expect(waiting).rejects.toThrow(WaitedTooLongError)
  await vi.advanceTimersByTimeAsync(10_000)
  await refused
  first.resolve()
  await running
  expect(await queue.run('cyd', async () => 'next')).toBe('next')
  expect(late).not.toHaveBeenCalled()
})

test('a failed task lets the next one run', async () => {
  const queue = new FairQueue({ longestWaitMs: 10_000 })
  const failing = queue.run('ana', () => Promise.reject(new Error('away')))
  const next = queue.run('ben', async () => 'next')
  await expect(failing).rejects.toThrow('away')
  expect(await next).toBe('next')
})
