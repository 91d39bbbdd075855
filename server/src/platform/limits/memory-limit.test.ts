import { expect, test } from 'vitest'
import { minuteMs, secondMs } from '#platform/clock.ts'
import { TestClock } from '#testing/test-clock.ts'
import { createMemoryLimit } from './memory-limit.ts'

const clock = new TestClock()

test('each value of `key` has a window of its own, which begins with the first request with this value', () => {
  const count = createMemoryLimit(clock, { most: 2, windowMs: minuteMs })
  expect([count('a'), count('a')]).toEqual([null, null])
  clock.advance(20 * secondMs)
  const left = count('a')
  expect(left).toBeGreaterThan(38)
  expect(left).toBeLessThanOrEqual(40)
  expect(count('b')).toBe(null)
  clock.advance(40 * secondMs)
  expect([count('a'), count('a'), typeof count('a')]).toEqual([null, null, 'number'])
})

test('a window is over if the clock was set back to a time before its beginning', () => {
  const count = createMemoryLimit(clock, { most: 1, windowMs: minuteMs })
  expect([count('a'), typeof count('a')]).toEqual([null, 'number'])
  clock.advance(-10 * minuteMs)
  expect(count('a')).toBe(null)
})
