import { afterEach, expect, test, vi } from 'vitest'
import { untilText } from './until-text.ts'

vi.mock('#texts/language.ts', async importOriginal => ({
  ...(await importOriginal<object>()),
  locale: 'en-GB',
}))

afterEach(() => vi.unstubAllEnvs())

const today = new Date(2026, 2, 12)

test.each([
  [new Date(2026, 2, 12, 15), '15:00'],
  [new Date(2026, 2, 13), 'midnight'],
  [new Date(2026, 2, 13, 0, 5), 'Fri 00:05'],
  [new Date(2026, 2, 14), 'Sat 00:00'],
  [new Date(2026, 2, 18, 9), 'Wed 09:00'],
  [new Date(2026, 2, 19, 9), '19 Mar 09:00'],
  // The end has passed, but the server has not reported that yet.
  [new Date(2026, 2, 11, 23), '23:00'],
])(
  'an end is shown as a time, as “midnight”, or as a time with the weekday or the date (%#)',
  (until, text) => {
    expect(untilText(until, today)).toBe(text)
  },
)

test.each([
  ['2026-03-28T23:00Z', '2026-03-29T22:00Z', 'midnight'],
  ['2026-10-24T22:00Z', '2026-10-25T23:00Z', 'midnight'],
])(
  'on a day on which the clocks change, the end of the day is shown as midnight (%s)',
  (start, until, text) => {
    vi.stubEnv('TZ', 'Europe/Berlin')
    expect(untilText(new Date(until), new Date(start))).toBe(text)
  },
)
