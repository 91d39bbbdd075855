import { dateFormat } from '#texts/date-format.ts'

/** Formats the day of an instant, in the browser's time zone and locale. */
export function formatDay(instant: string): string {
  return day(new Date(instant))
}

const day = dateFormat({ dateStyle: 'medium' })
