import { expect, test } from 'vitest'
import { firstDay, weekDays } from './week-days.ts'

test.each([
  ['en-US', 7],
  ['en-GB', 1],
  ['de', 1],
  ['ar-EG', 6],
  ['ar-AE', 1],
])('in the locale %s, the week begins on day %i (1 is Monday)', (locale, day) => {
  expect(firstDay(locale)).toBe(day)
})

test('the days 1 to 7 are named Monday to Sunday', () => {
  const days = weekDays().toSorted((one, other) => one.day - other.day)
  expect(days.map(({ day }) => day)).toEqual([1, 2, 3, 4, 5, 6, 7])
  expect(days.map(({ long }) => long)).toEqual([
    ...['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
  ])
  expect(days[0]?.short).toBe('Mon')
})
