import { describe, expect, test } from 'vitest'
import { instantsOf, noonOf, timeZoneOf, wallClockAt } from './time-zone.ts'

describe('the time zone of a client', () => {
  test('is the zone that the client names, whether in upper or lower case', () => {
    expect(timeZoneOf('Europe/Berlin')).toBe('Europe/Berlin')
    expect(timeZoneOf('europe/BERLIN')).toBe('Europe/Berlin')
  })

  test.each([undefined, '', 'Nowhere/Land', '+01:07', '-0500', ['Europe/Berlin'], 'x'.repeat(10_000), '"'])(
    'is UTC if the client names no known zone: case %#',
    name => {
      expect(timeZoneOf(name)).toBe('UTC')
    },
  )
})

describe('noon of a day', () => {
  const noonIn = (zone: string, instant: string) =>
    new Date(noonOf(Date.parse(instant), zone)).toISOString().replace(':00.000Z', '')

  test('is 12:00 in the zone, on the date of the instant in this zone', () => {
    const instant = '2026-03-12T22:30:00.000Z'
    expect(noonIn('UTC', instant)).toBe('2026-03-12T12:00')
    expect(noonIn('Europe/Berlin', instant)).toBe('2026-03-12T11:00')
    expect(noonIn('Europe/Athens', instant)).toBe('2026-03-13T10:00')
    expect(noonIn('America/Los_Angeles', instant)).toBe('2026-03-12T19:00')
    expect(noonIn('Asia/Kathmandu', instant)).toBe('2026-03-13T06:15')
  })

  test('is on the same day as the instant, also in unusual zones and on days with a clock change', () => {
    for (const zone of ['Europe/Berlin', 'Africa/Cairo', 'Australia/Lord_Howe', 'Pacific/Kiritimati']) {
      const day = new Intl.DateTimeFormat('sv', { timeZone: zone, dateStyle: 'short' })
      for (let at = Date.parse('2026-01-01T00:00:00.000Z'); at < Date.parse('2027-01-01'); at += 50 * 60_000)
        expect(day.format(noonOf(at, zone)), `${zone} ${at}`).toBe(day.format(at))
    }
  })
})

describe('the first and the last instant of a wall-clock time', () => {
  const at = (text: string) => Date.parse(`${text}Z`)

  test.each([
    ['an ordinary night', 'Europe/Berlin', '2026-06-12T02:30', '2026-06-12T00:30', '2026-06-12T00:30'],
    ['a repeated hour', 'Europe/Berlin', '2026-10-25T02:30', '2026-10-25T00:30', '2026-10-25T01:30'],
    [
      'a repeated half hour',
      'Australia/Lord_Howe',
      '2026-04-05T01:45',
      '2026-04-04T14:45',
      '2026-04-04T15:15',
    ],
    ['a skipped hour', 'Europe/Berlin', '2026-03-29T02:30', '2026-03-29T01:00', '2026-03-29T01:00'],
    ['a skipped midnight', 'Africa/Cairo', '2026-04-24T00:10', '2026-04-23T22:00', '2026-04-23T22:00'],
    ['a skipped day', 'Pacific/Apia', '2011-12-30T12:00', '2011-12-30T10:00', '2011-12-30T10:00'],
  ])('are right in %s', (_, zone, wallClock, first, last) => {
    expect(instantsOf(at(wallClock), zone)).toEqual({ first: at(first), last: at(last) })
  })

  test('include the instant from which the wall-clock time was computed', () => {
    for (const zone of ['UTC', 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe'])
      for (let instant = at('2026-01-01T00:00'); instant < at('2027-01-01T00:00'); instant += 170 * 60_000) {
        const { first, last } = instantsOf(wallClockAt(instant, zone), zone)
        expect([first, last], `${zone} ${instant}`).toContain(instant)
      }
  })
})
