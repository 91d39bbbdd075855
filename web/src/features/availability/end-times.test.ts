import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { choicesFrom, endOf } from './end-choices.ts'
import { firstEndTime, instantOf, nextDays } from './end-times.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
})

test.each([
  ['Europe/Berlin', 'the clocks are set forward', '2026-03-28T23:30Z', '2026-03-29T22:00Z'],
  ['Europe/Berlin', 'the clocks are set back', '2026-10-24T22:30Z', '2026-10-25T23:00Z'],
  ['America/New_York', 'the clocks are set forward', '2026-03-08T05:30Z', '2026-03-09T04:00Z'],
  ['America/New_York', 'the clocks are set back', '2026-11-01T04:30Z', '2026-11-02T05:00Z'],
  ['Australia/Lord_Howe', 'the clocks are set forward', '2026-10-03T14:00Z', '2026-10-04T13:00Z'],
  ['Australia/Lord_Howe', 'the clocks are set back', '2026-04-04T13:30Z', '2026-04-05T13:30Z'],
  ['Africa/Cairo', 'the next day begins at 01:00', '2026-04-23T20:00Z', '2026-04-23T22:00Z'],
])('in %s, the end of today is the first instant of tomorrow, even if %s', (zone, _, now, end) => {
  vi.stubEnv('TZ', zone)
  vi.setSystemTime(now)
  expect(endOf('endOfToday')).toEqual({ until: new Date(end).toISOString() })
})

test.each([
  ['Europe/Berlin', 'is skipped', '2026-03-29 02:30', '2026-03-29T01:30Z'],
  ['Europe/Berlin', 'comes twice', '2026-10-25 02:30', '2026-10-25T00:30Z'],
  ['America/New_York', 'is skipped', '2026-03-08 02:30', '2026-03-08T07:30Z'],
  ['America/New_York', 'comes twice', '2026-11-01 01:30', '2026-11-01T05:30Z'],
  ['Australia/Lord_Howe', 'is skipped', '2026-10-04 02:15', '2026-10-03T15:45Z'],
  ['Australia/Lord_Howe', 'comes twice', '2026-04-05 01:45', '2026-04-04T14:45Z'],
])('in %s, a local time that %s (%s) means %s', (zone, _, local, instant) => {
  vi.stubEnv('TZ', zone)
  const [day = '', time = ''] = local.split(' ')
  const anHourBefore = new Date(Date.parse(instant) - 60 * 60_000)
  expect(instantOf(day, time, anHourBefore)).toBe(new Date(instant).toISOString())
})

test('only a time that is in the future and at most 7 days ahead is accepted', () => {
  vi.stubEnv('TZ', 'Europe/Berlin')
  const now = new Date('2026-06-01T10:00Z')
  expect(instantOf('2026-06-01', '12:00', now)).toBeNull()
  expect(instantOf('2026-06-01', '12:01', now)).toBe('2026-06-01T10:01:00.000Z')
  expect(instantOf('2026-06-08', '12:00', now)).toBe('2026-06-08T10:00:00.000Z')
  expect(instantOf('2026-06-08', '12:01', now)).toBeNull()
  expect(instantOf('2026-06-01', '', now)).toBeNull()
})

test('the days to choose from are today and the next 7 days, also when the clocks change', () => {
  vi.stubEnv('TZ', 'Europe/Berlin')
  const days = nextDays(new Date('2026-10-23T22:30Z'))
  expect(days.map(({ day }) => day.slice(8))).toEqual(['24', '25', '26', '27', '28', '29', '30', '31'])
  expect(days.slice(0, 2).map(({ text }) => text)).toEqual(['Today', 'Tomorrow'])
})

test.each([
  ['2026-06-01T10:00Z', '2026-06-01', '13:00'],
  ['2026-06-01T10:01Z', '2026-06-01', '13:30'],
  ['2026-06-01T10:31Z', '2026-06-01', '14:00'],
  ['2026-06-01T21:10Z', '2026-06-02', '00:30'],
])(
  'the suggested time is the first full or half hour that is at least an hour ahead (%s)',
  (now, day, time) => {
    vi.stubEnv('TZ', 'Europe/Berlin')
    expect(firstEndTime(new Date(now))).toEqual({ day, time })
  },
)

test('the choice that was made last comes first, and the others follow in their usual order', () => {
  expect(choicesFrom('120')).toEqual(['120', '30', '60', '240', 'endOfToday', 'time', 'none'])
  expect(choicesFrom(null)[0]).toBe('30')
})
