import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dayMs, hourMs, minuteMs } from '#platform/clock.ts'
import { isQuiet } from './quiet-hours.ts'

const at = (text: string) => Date.parse(`${text}Z`)
const [saturday, sunday] = [6, 7]

describe('quiet hours, also in the night of a clock change', () => {
  test.each([
    // The clocks go forward: 02:00 becomes 03:00, and on Lord Howe Island it becomes 02:30.
    ['Europe/Berlin', saturday, '22:00', '07:00', '2026-03-28T21:00', '2026-03-29T05:00'],
    ['Europe/Berlin', saturday, '22:00', '02:30', '2026-03-28T21:00', '2026-03-29T01:00'],
    ['Europe/Berlin', sunday, '02:30', '06:00', '2026-03-29T01:00', '2026-03-29T04:00'],
    ['America/New_York', saturday, '22:00', '07:00', '2026-03-08T03:00', '2026-03-08T11:00'],
    ['America/New_York', saturday, '22:00', '02:30', '2026-03-08T03:00', '2026-03-08T07:00'],
    ['America/New_York', sunday, '02:30', '06:00', '2026-03-08T07:00', '2026-03-08T10:00'],
    ['Australia/Lord_Howe', saturday, '22:00', '07:00', '2026-10-03T11:30', '2026-10-03T20:00'],
    ['Australia/Lord_Howe', saturday, '22:00', '02:15', '2026-10-03T11:30', '2026-10-03T15:30'],
    ['Australia/Lord_Howe', sunday, '02:15', '06:00', '2026-10-03T15:30', '2026-10-03T19:00'],
    // The clocks go back: 03:00 becomes 02:00 in Berlin. 02:00 becomes 01:00 in New York, and 01:30 on Lord Howe Island.
    ['Europe/Berlin', saturday, '22:00', '07:00', '2026-10-24T20:00', '2026-10-25T06:00'],
    ['Europe/Berlin', saturday, '22:00', '02:30', '2026-10-24T20:00', '2026-10-25T01:30'],
    ['Europe/Berlin', sunday, '02:30', '06:00', '2026-10-25T00:30', '2026-10-25T05:00'],
    ['Europe/Berlin', sunday, '02:10', '02:40', '2026-10-25T00:10', '2026-10-25T01:40'],
    ['America/New_York', saturday, '22:00', '07:00', '2026-11-01T02:00', '2026-11-01T12:00'],
    ['America/New_York', saturday, '22:00', '01:30', '2026-11-01T02:00', '2026-11-01T06:30'],
    ['America/New_York', sunday, '01:30', '06:00', '2026-11-01T05:30', '2026-11-01T11:00'],
    ['Australia/Lord_Howe', saturday, '22:00', '07:00', '2026-04-04T11:00', '2026-04-04T20:30'],
    ['Australia/Lord_Howe', saturday, '22:00', '01:45', '2026-04-04T11:00', '2026-04-04T15:15'],
    ['Australia/Lord_Howe', sunday, '01:45', '06:00', '2026-04-04T14:45', '2026-04-04T19:30'],
    // There is no clock change in Nepal.
    ['Asia/Kathmandu', saturday, '22:00', '07:00', '2026-03-28T16:15', '2026-03-29T01:15'],
    ['Asia/Kathmandu', saturday, '22:00', '02:30', '2026-10-24T16:15', '2026-10-24T20:45'],
    // A zone that is not known any more counts as UTC.
    ['Nowhere/Land', sunday, '02:30', '06:00', '2026-03-29T02:30', '2026-03-29T06:00'],
  ])(
    'in %s, quiet hours of weekday %i from %s to %s last from %s until %s in UTC',
    (timeZone, day, from, to, begin, end) => {
      const settings = { quietHours: { from, to, days: [day], timeZone }, mutedUntilMs: null }
      for (let instant = at(begin) - dayMs; instant < at(end) + dayMs; instant += minuteMs) {
        const expected = at(begin) <= instant && instant < at(end)
        expect(isQuiet(settings, instant), new Date(instant).toISOString()).toBe(expected)
      }
      expect([at(begin) - 1, at(end) - 1].map(instant => isQuiet(settings, instant))).toEqual([false, true])
    },
  )
})

test('quiet hours have no effect if they lie completely in an hour that a clock change skips', () => {
  const quietHours = { from: '02:10', to: '02:40', days: [sunday], timeZone: 'Europe/Berlin' }
  for (let instant = at('2026-03-28T22:00'); instant < at('2026-03-29T22:00'); instant += minuteMs)
    expect(isQuiet({ quietHours, mutedUntilMs: null }, instant)).toBe(false)
})

test('on days without a clock change, exactly the minutes from `from` until `to` are quiet', () => {
  const timeOfDay = fc
    .integer({ min: 0, max: 24 * 60 - 1 })
    .map(minutes => new Date(minutes * minuteMs).toISOString().slice(11, 16))
  const quietHours = fc
    .record({
      from: timeOfDay,
      to: timeOfDay,
      days: fc.subarray([1, 2, 3, 4, 5, 6, 7], { minLength: 1 }),
      timeZone: fc.constantFrom(
        'UTC',
        'Europe/Berlin',
        'America/New_York',
        'Asia/Kathmandu',
        'Pacific/Kiritimati',
      ),
    })
    .filter(({ from, to }) => from !== to)
  fc.assert(
    fc.property(quietHours, fc.integer({ min: 0, max: 30 }), (quietHours, days) => {
      const start = at('2026-06-01T00:00') + days * dayMs
      for (let instant = start; instant < start + dayMs; instant += minuteMs)
        if (isQuiet({ quietHours, mutedUntilMs: null }, instant) !== isQuietByTheClock(quietHours, instant))
          throw new Error(new Date(instant).toISOString())
    }),
    { numRuns: 30 },
  )
})

/** Returns what `isQuiet` must return, computed from the weekday and the time of day in the time zone. */
function isQuietByTheClock(
  { from, to, days, timeZone }: { from: string; to: string; days: number[]; timeZone: string },
  instant: number,
): boolean {
  const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
  const [weekday = '', time = ''] = clockOf(timeZone)
    .format(instant)
    .split(', ')
    .flatMap(part => part.split(' '))
  const today = weekdays.indexOf(weekday) + 1
  const yesterday = ((today + 5) % 7) + 1
  if (from < to) return days.includes(today) && from <= time && time < to
  return (days.includes(today) && from <= time) || (days.includes(yesterday) && time < to)
}

const clocks = new Map<string, Intl.DateTimeFormat>()
function clockOf(timeZone: string): Intl.DateTimeFormat {
  const clock =
    clocks.get(timeZone) ??
    new Intl.DateTimeFormat('en-GB', { timeZone, weekday: 'short', hour: '2-digit', minute: '2-digit' })
  clocks.set(timeZone, clock)
  return clock
}

describe('a user who mutes', () => {
  const now = at('2026-06-01T12:00')

  test('a user who mutes is quiet until muting ends, and no longer', () => {
    const settings = { quietHours: null, mutedUntilMs: now + hourMs }
    expect([now, now + hourMs - 1, now + hourMs].map(instant => isQuiet(settings, instant))).toEqual([
      true,
      true,
      false,
    ])
  })

  test('a user who mutes is also quiet in the quiet hours', () => {
    const quietHours = { from: '13:00', to: '14:00', days: [1], timeZone: 'UTC' }
    const settings = { quietHours, mutedUntilMs: now + minuteMs }
    expect([now, now + minuteMs, now + hourMs].map(instant => isQuiet(settings, instant))).toEqual([
      true,
      false,
      true,
    ])
  })
})

test('without quiet hours and muting, a user is not quiet', () => {
  expect(isQuiet({ quietHours: null, mutedUntilMs: null }, at('2026-06-01T03:00'))).toBe(false)
})
