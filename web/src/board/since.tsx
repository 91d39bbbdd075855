import { exactMoment } from '#texts/date-format.ts'
import { sinceText } from './since-text.ts'

/** Shows a text like 'since 14:05'. The tooltip has the exact time. */
export function Since({ at, today }: { at: string; today: Date }) {
  const moment = new Date(at)
  return (
    <time dateTime={at} title={exactMoment(moment)}>
      {sinceText(moment, today)}
    </time>
  )
}
