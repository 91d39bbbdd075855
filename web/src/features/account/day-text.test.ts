import { expect, test } from 'vitest'
import { dayText } from './day-text.ts'

const now = Date.parse('2026-03-12T00:10:00Z')

test.each([
  ['2026-03-13', 'today'],
  ['2026-03-12', 'today'],
  ['2026-03-11', 'yesterday'],
  ['2026-03-10', 'on Mar 10, 2026'],
])('on 2026-03-12 in UTC, the day %s in UTC is shown as "%s"', (day, text) => {
  expect(dayText(day, now)).toBe(text)
})
