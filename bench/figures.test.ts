import { expect, test } from 'vitest'
import { cpuPerDelivery, median, percentiles, togglesPerSecond } from './figures.ts'

test('percentiles, medians, toggles per second and the µs of CPU time for each delivery are computed', () => {
  const latencies = Array.from({ length: 101 }, (_, ms) => 100 - ms)
  expect(percentiles(latencies)).toEqual({ p50: 50, p99: 99 })
  expect(percentiles([])).toEqual({ p50: 0, p99: 0 })
  expect(median([3, 1, 2])).toBe(2)
  expect(cpuPerDelivery({ serverCpu: 2, deliveries: 1_000 })).toBe(2_000)
  expect(togglesPerSecond({ times: 30, seconds: 2 })).toBe(15)
})
