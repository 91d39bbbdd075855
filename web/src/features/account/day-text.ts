import profileTexts from 'texts:profile'
import { dateFormat } from '#texts/date-format.ts'

const dayMs = 24 * 60 * 60 * 1000

/** `day` is a day in UTC like '2026-03-12'. A day in the future is shown as today. */
export function dayText(day: string, now = Date.now()): string {
  if (day >= utcDay(now)) return profileTexts.today
  if (day === utcDay(now - dayMs)) return profileTexts.yesterday
  return profileTexts.onDay({ day: inUtc(new Date(day)) })
}

function utcDay(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10)
}

const inUtc = dateFormat({ dateStyle: 'medium', timeZone: 'UTC' })
