import { expect, test } from 'vitest'
import { minutesUntil, tomorrowMorning, whenText } from './mute-times.ts'

const at = (day: number, hours: number, minutes = 0, seconds = 0) =>
  new Date(2030, 4, day, hours, minutes, seconds)

test.each([
  ['in the evening', at(6, 22, 10), at(7, 7)],
  ['in the early morning', at(6, 3), at(7, 7)],
  ['just before midnight', at(6, 23, 59, 59), at(7, 7)],
  ['on the last day of a month', at(31, 12), at(32, 7)],
])('%s, tomorrow morning is at 7 on the next day', (_, now, morning) => {
  expect(tomorrowMorning(now)).toEqual(morning)
})

test('the duration of a mute is rounded up to whole minutes', () => {
  expect(minutesUntil(at(7, 7), at(6, 22))).toBe(9 * 60)
  expect(minutesUntil(at(7, 7), at(6, 22, 0, 1))).toBe(9 * 60)
  expect(minutesUntil(at(7, 7), at(6, 22, 0, 59))).toBe(9 * 60)
  expect(minutesUntil(at(7, 7), at(6, 21, 59, 59))).toBe(9 * 60 + 1)
})

test('the end of a mute is shown as a time, with “tomorrow” if it is on the next day, and with the weekday if it is later', () => {
  const now = at(6, 14)
  expect(whenText(at(6, 15), now)).toMatch(/^(15:00|3:00\sPM)$/)
  expect(whenText(at(7, 7), now)).toMatch(/^tomorrow, 0?7:00/)
  expect(whenText(at(8, 7), now)).toMatch(/^Wednesday.* 0?7:00/)
})
