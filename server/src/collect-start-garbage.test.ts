import { expect, test } from 'vitest'
import { collectStartGarbage } from './collect-start-garbage.ts'

test('memory that is no longer used after the start is returned to the operating system', () => {
  let used: unknown[] = Array.from({ length: 1_000_000 }, (_, id) => ({ id }))
  const before = process.memoryUsage().heapTotal
  expect(used.length).toBeGreaterThan(0)
  used = []
  collectStartGarbage()
  expect(process.memoryUsage().heapTotal).toBeLessThan(before - 20 * 2 ** 20)
})
