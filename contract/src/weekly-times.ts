import * as z from 'zod/mini'

export const timeOfDay = z
  .string('A time must be text.')
  .check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'A time must have the form 22:00.'))

/** In ascending order. 1 is Monday, and 7 is Sunday. */
export const weekdays = z.array(z.int().check(z.minimum(1), z.maximum(7)))

export const checkWeeklyTimes = [
  z.refine<WeeklyTimes>(({ days }) => days.length > 0, 'At least one day is needed.'),
  z.refine<WeeklyTimes>(
    ({ days }) => days.every((day, at) => at === 0 || day > (days[at - 1] as number)),
    'The days must be in ascending order.',
  ),
  z.refine<WeeklyTimes>(({ timeZone }) => isTimeZone(timeZone), 'This time zone is not known.'),
] as const

type WeeklyTimes = { days: number[]; timeZone: string }

function isTimeZone(name: string): boolean {
  // `Intl` also accepts offsets like '+01:07'.
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
