/** The day of an instant, in the browser's zone and locale. */
export function dayText(instant: string): string {
  return day.format(new Date(instant))
}

const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })
