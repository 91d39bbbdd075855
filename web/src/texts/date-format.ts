import { locale } from './language.ts'

/** Words dates in the page's language. It is made with the first date and kept: it costs more than the row it is for. */
export function dateFormat(options: Intl.DateTimeFormatOptions): (date: Date) => string {
  let made: Intl.DateTimeFormat | undefined
  return date => {
    made ??= new Intl.DateTimeFormat(locale, options)
    return made.format(date)
  }
}

/** The time of day, in the viewer's way: '14:05' or '2:05 PM'. */
export const timeOfDay = dateFormat({ timeStyle: 'short' })

/** The day and the time, for who asks when exactly. */
export const exactMoment = dateFormat({ dateStyle: 'full', timeStyle: 'short' })
