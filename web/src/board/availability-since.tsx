import { exactMoment, fullDay } from '#texts/date-format.ts'
import { isToday, sinceText } from './since-text.ts'

type AvailabilitySinceProps = { at: string; today: Date; isOwn: boolean }

/** The tooltip contains the exact time. For a change of another member before today, it contains only the day. */
export function AvailabilitySince({ at, today, isOwn }: AvailabilitySinceProps) {
  const moment = new Date(at)
  const format = isOwn || isToday(moment, today) ? exactMoment : fullDay
  return (
    <time dateTime={at} title={format(moment)}>
      {sinceText(moment, today)}
    </time>
  )
}
