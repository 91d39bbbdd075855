import { exactMoment, fullDay } from '#texts/date-format.ts'
import { isToday, sinceText } from './since-text.ts'

type SinceProps = { at: string; today: Date; isOwn: boolean }

/**
 * Shows a text like 'since 14:05'. The tooltip has the exact time. If another member's availability changed before today, it has
 * only the day.
 */
export function Since({ at, today, isOwn }: SinceProps) {
  const moment = new Date(at)
  const format = isOwn || isToday(moment, today) ? exactMoment : fullDay
  return (
    <time dateTime={at} title={format(moment)}>
      {sinceText(moment, today)}
    </time>
  )
}
