import { locale } from '#texts/language.ts'
/** The day of an instant, in the browser's zone and locale. */
export function dayText(instant: string): string {
  return day.format(new Date(instant))
}

const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' })
