import { dateFormat } from '#texts/date-format.ts'

/** Formats the day of an instant, in the browser's time zone and the user's locale. */
export function formatDay(instant: string): string {
  return format(new Date(instant))
}

const format = dateFormat({ dateStyle: 'medium' })
