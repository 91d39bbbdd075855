import { exactMoment, fullDay } from '#texts/date-format.ts'
import { isToday, sinceText } from './since-text.ts'

type AvailabilitySinceProps = { at: string; today: Date; isOwn: boolean }

/** The tooltip has the exact time, but only the day if another member's availability changed before today. */
export function AvailabilitySince({ at, today, isOwn }: AvailabilitySinceProps) {
  const moment = new Date(at)
  const format = isOwn || isToday(moment, today) ? exactMoment : fullDay
  return (
    <time dateTime={at} title={format(moment)}>
      {sinceText(moment, today)}
    </time>
  )
}
