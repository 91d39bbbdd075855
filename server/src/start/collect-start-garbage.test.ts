import { expect, test } from 'vitest'
import { collectStartGarbage } from './serve.ts'

test('the operating system gets back the memory that only the start needed', () => {
  let used: unknown[] = Array.from({ length: 1_000_000 }, (_, id) => ({ id }))
  const before = process.memoryUsage().heapTotal
  expect(used.length).toBeGreaterThan(0)
  used = []
  collectStartGarbage()
  expect(process.memoryUsage().heapTotal).toBeLessThan(before - 20 * 2 ** 20)
})
