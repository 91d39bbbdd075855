import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { endText, minutesUntil } from './watch-end.ts'

vi.mock('#texts/language.ts', async importOriginal => ({
  ...(await importOriginal<object>()),
  locale: 'en-GB',
}))

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
})

test('a watch lasts an hour, a day, or until the last minute of today', () => {
  vi.setSystemTime(new Date(2026, 2, 12, 14, 30, 20))
  expect(minutesUntil('inAnHour')).toBe(60)
  expect(minutesUntil('inADay')).toBe(24 * 60)
  const minutes = minutesUntil('endOfToday')
  expect(endText(new Date(Date.now() + minutes * 60_000).toISOString(), Date.now())).toBe('until 23:59')
})

test('in the last minute of a day, a watch until the end of the day lasts one minute', () => {
  vi.setSystemTime(new Date(2026, 2, 12, 23, 59, 40))
  expect(minutesUntil('endOfToday')).toBe(1)
})

test('on a day on which the clocks are set back, a watch until the end of the day lasts at most 24 hours', () => {
  vi.stubEnv('TZ', 'Europe/Berlin')
  vi.setSystemTime('2026-10-24T22:00:00Z')
  expect(new Date().getHours()).toBe(0)
  expect(minutesUntil('endOfToday')).toBe(24 * 60)
})

test('the text of an end contains the time, and “tomorrow” if the end is on the next day', () => {
  const now = new Date(2026, 2, 12, 14, 30)
  expect(endText(new Date(2026, 2, 12, 15, 0).toISOString(), now.getTime())).toBe('until 15:00')
  expect(endText(new Date(2026, 2, 13, 9, 5).toISOString(), now.getTime())).toBe('until tomorrow, 09:05')
})
