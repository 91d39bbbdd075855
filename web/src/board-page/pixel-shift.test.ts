import { expect, test } from 'vitest'
import { shiftAt } from './pixel-shift.ts'

test('in each direction, the page moves by at most two pixels a minute, and by at most eight pixels from its place', () => {
  const minutes = Array.from({ length: 24 * 60 }, (_, minute) => shiftAt(minute * 60_000))
  for (const [at, { x, y }] of minutes.entries()) {
    const before = minutes[at - 1] ?? { x, y }
    expect(Math.max(Math.abs(x - before.x), Math.abs(y - before.y)), `minute ${at}`).toBeLessThanOrEqual(2)
  }
  const all = minutes.flatMap(({ x, y }) => [x, y])
  expect([Math.min(...all), Math.max(...all)]).toEqual([-8, 8])
})
