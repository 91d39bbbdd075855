import { longestAvailability } from '@grouplight/contract/availability.ts'
import { addDays } from 'date-fns'
import { dateFormat } from '#texts/date-format.ts'
import { locale } from '#texts/language.ts'

const minuteMs = 60_000
const mostDays = longestAvailability / (24 * 60)

/** Returns today and the next 7 days. `day` is like '2030-03-14', and `text` is like 'Tomorrow' or 'Thursday, 14 March'. */
export function nextDays(now: Date): { day: string; text: string }[] {
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  return Array.from({ length: mostDays + 1 }, (_, ahead) => {
    const date = addDays(now, ahead)
    return {
      day: localDay(date),
      text: capitalized(ahead < 2 ? relative.format(ahead, 'day') : weekdayAndDate(date)),
    }
  })
}

/** Returns the first full or half hour that is at least an hour ahead, like '2030-03-14' and '14:30' in local time. */
export function firstEndTime(now: Date): { day: string; time: string } {
  const first = new Date(now.getTime() + 60 * minuteMs)
  first.setMinutes(Math.ceil((first.getMinutes() + first.getSeconds() / 60) / 30) * 30, 0, 0)
  return dayAndTime(first)
}

export function dayAndTime(moment: Date): { day: string; time: string } {
  return { day: localDay(moment), time: `${twoDigits(moment.getHours())}:${twoDigits(moment.getMinutes())}` }
}

/**
 * Returns the instant of a local day and time. Returns null if the time is empty or the instant is not within the next 7 days.
 * If a time comes twice because the clocks are set back, its first instant counts. If a time is skipped because the clocks are
 * set forward, it moves forward by the length of the gap.
 */
export function instantOf(day: string, time: string, now: Date): string | null {
  const instant = new Date(`${day}T${time}`)
  const aheadMs = instant.getTime() - now.getTime()
  return aheadMs > 0 && aheadMs <= longestAvailability * minuteMs ? instant.toISOString() : null
}

function capitalized(text: string): string {
  return text.charAt(0).toLocaleUpperCase(locale) + text.slice(1)
}

function localDay(date: Date): string {
  return `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`
}

function twoDigits(part: number): string {
  return String(part).padStart(2, '0')
}

const weekdayAndDate = dateFormat({ weekday: 'long', day: 'numeric', month: 'long' })
