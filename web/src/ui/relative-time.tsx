import { formatDistance } from 'date-fns'
import { exactMoment } from '#texts/date-format.ts'
import { dateWords } from '#texts/date-words.ts'
import { useNow } from './use-now.ts'

export function RelativeTime({ at }: { at: string }) {
  const now = useNow()
  const then = new Date(at)
  // If the server's clock is ahead of the browser's clock, the text must not be "in a minute".
  const notBefore = Math.max(now, then.getTime())
  return (
    <time dateTime={at} title={exactMoment(then)}>
      {formatDistance(then, notBefore, { addSuffix: true, locale: dateWords })}
    </time>
  )
}
