import { locale } from './language.ts'

/** Words dates in the page's language. It is made with the first date and kept: it costs more than the row it is for. */
export function dateFormat(options: Intl.DateTimeFormatOptions): (date: Date) => string {
  let made: Intl.DateTimeFormat | undefined
  return date => {
    made ??= new Intl.DateTimeFormat(locale, options)
    return made.format(date)
  }
}
