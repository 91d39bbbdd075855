import { expect, test } from 'vitest'
import { createAnnouncer } from './announcer.ts'
import { shiftAt } from './pixel-shift.ts'

test('a screen reader hears a change at most every 30 seconds, then the newest one, and never the first text', () => {
  const heard: string[] = []
  const announce = createAnnouncer(text => heard.push(text))
  const told: [text: string, second: number][] = [
    ['1 of 3', 0],
    ['1 of 3', 1],
    ['2 of 3', 2],
    ['1 of 3', 3],
    ['3 of 3', 4],
    ['3 of 3', 31],
    ['3 of 3', 32],
    ['3 of 3', 90],
    ['2 of 3', 91],
  ]
  for (const [text, second] of told) announce(text, 1_000 * second)
  expect(heard).toEqual(['2 of 3', '3 of 3', '2 of 3'])
})

test('the page moves by at most two pixels a minute and stays within eight pixels', () => {
  const minutes = Array.from({ length: 24 * 60 }, (_, minute) => shiftAt(minute * 60_000))
  for (const [at, { x, y }] of minutes.entries()) {
    const before = minutes[at - 1] ?? { x, y }
    expect(Math.max(Math.abs(x - before.x), Math.abs(y - before.y)), `minute ${at}`).toBeLessThanOrEqual(2)
  }
  const all = minutes.flatMap(({ x, y }) => [x, y])
  expect([Math.min(...all), Math.max(...all)]).toEqual([-8, 8])
})
