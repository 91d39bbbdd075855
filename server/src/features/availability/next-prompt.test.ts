import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hourMs, minuteMs } from '#platform/clock.ts'
import { wallClockAt } from '#platform/time-zone.ts'
import { nextPromptAfter, offeredEnd } from './next-prompt.ts'

const at = (text: string) => Date.parse(`${text}Z`)
const text = (instantMs: number) => new Date(instantMs).toISOString().slice(0, 16)
const everyDay = [1, 2, 3, 4, 5, 6, 7]
const sunday = [7]

describe('the next prompt', () => {
  test.each([
    // The clocks go forward: 02:00 becomes 03:00, or 02:30 on Lord Howe Island.
    ['Europe/Berlin', '02:30', '2026-03-28T12:00', '2026-03-29T01:00'],
    ['Europe/Berlin', '18:00', '2026-03-28T12:00', '2026-03-29T16:00'],
    ['America/New_York', '02:30', '2026-03-07T12:00', '2026-03-08T07:00'],
    ['America/New_York', '18:00', '2026-03-07T12:00', '2026-03-08T22:00'],
    ['Australia/Lord_Howe', '02:15', '2026-10-03T12:00', '2026-10-03T15:30'],
    ['Australia/Lord_Howe', '02:45', '2026-10-03T12:00', '2026-10-03T15:45'],
    // The clocks go back: 03:00 becomes 02:00 in Berlin, 02:00 becomes 01:00 in New York and 01:30 on Lord Howe Island.
    ['Europe/Berlin', '02:30', '2026-10-24T12:00', '2026-10-25T00:30'],
    ['Europe/Berlin', '02:30', '2026-10-25T00:30', '2026-11-01T01:30'],
    ['Europe/Berlin', '18:00', '2026-10-24T12:00', '2026-10-25T17:00'],
    ['America/New_York', '01:30', '2026-10-31T12:00', '2026-11-01T05:30'],
    ['America/New_York', '01:30', '2026-11-01T06:00', '2026-11-08T06:30'],
    ['Australia/Lord_Howe', '01:45', '2026-04-04T12:00', '2026-04-04T14:45'],
    ['Australia/Lord_Howe', '01:45', '2026-04-04T15:00', '2026-04-11T15:15'],
    // An unknown zone counts as UTC.
    ['Nowhere/Land', '18:00', '2026-03-28T12:00', '2026-03-29T18:00'],
  ])(
    'in %s, the next prompt for Sundays at %s after %s (UTC) is due at %s (UTC)',
    (timeZone, time, after, expected) => {
      const prompt = { days: sunday, time, until: '23:00', timeZone }
      expect(text(nextPromptAfter(at(after), prompt))).toBe(expected)
    },
  )

  test('the next prompt after the instant of a prompt is on the next chosen day', () => {
    const prompt = { days: [1, 3], time: '18:00', until: '22:00', timeZone: 'Europe/Berlin' }
    const monday = nextPromptAfter(at('2026-06-01T00:00'), prompt)
    const wednesday = nextPromptAfter(monday, prompt)
    expect([monday, wednesday, nextPromptAfter(wednesday, prompt)].map(text)).toEqual([
      '2026-06-01T16:00',
      '2026-06-03T16:00',
      '2026-06-08T16:00',
    ])
    expect(nextPromptAfter(monday - 1, prompt)).toBe(monday)
  })

  test('the next prompt is due when clocks in its zone first show the chosen time on a chosen day', () => {
    const prompts = fc.record({
      days: fc.subarray(everyDay, { minLength: 1 }),
      time: fc.integer({ min: 0, max: 24 * 60 - 1 }).map(minutes => text(minutes * minuteMs).slice(11)),
      until: fc.constant('23:00'),
      timeZone: fc.constantFrom('UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kathmandu'),
    })
    fc.assert(
      fc.property(prompts, fc.integer({ min: 0, max: 60 * 24 }), (prompt, hours) => {
        const isAsked = (instant: number) => {
          const wallClock = new Date(wallClockAt(instant, prompt.timeZone))
          return (
            wallClock.toISOString().slice(11, 16) === prompt.time &&
            prompt.days.includes(wallClock.getUTCDay() || 7)
          )
        }
        // There is no clock change in these zones from June to August.
        const after = at('2026-06-01T00:00') + hours * hourMs
        let expected = after + minuteMs
        while (!isAsked(expected)) expected += minuteMs
        expect(text(nextPromptAfter(after, prompt))).toBe(text(expected))
      }),
      { numRuns: 50 },
    )
  })
})

describe('the end that a prompt offers', () => {
  test.each([
    ['Europe/Berlin', '18:00', '22:00', '2026-06-01T16:00', '2026-06-01T20:00'],
    ['Europe/Berlin', '22:00', '06:00', '2026-06-01T20:00', '2026-06-02T04:00'],
    ['Europe/Berlin', '18:00', '18:00', '2026-06-01T16:00', '2026-06-02T16:00'],
    // The clocks change in these nights.
    ['Europe/Berlin', '22:00', '04:00', '2026-03-28T21:00', '2026-03-29T02:00'],
    ['America/New_York', '22:00', '04:00', '2026-11-01T02:00', '2026-11-01T09:00'],
    ['Australia/Lord_Howe', '22:00', '04:00', '2026-10-03T11:30', '2026-10-03T17:00'],
    ['Europe/Berlin', '22:00', '02:30', '2026-03-28T21:00', '2026-03-29T01:00'],
    ['Europe/Berlin', '22:00', '02:30', '2026-10-24T20:00', '2026-10-25T00:30'],
  ])(
    'in %s, a prompt at %s until %s that is due at %s (UTC) offers the end %s (UTC)',
    (timeZone, time, until, prompted, end) => {
      expect(text(offeredEnd(at(prompted), { days: everyDay, time, until, timeZone }))).toBe(end)
    },
  )
})
