import { formatDistance } from 'date-fns'
import { exactMoment } from '#texts/date-format.ts'
import { t } from '#texts/texts.ts'
import { useNow } from './use-now.ts'

/** 'about 2 hours ago', updated every minute; the exact time on hover. */
export function RelativeTime({ at }: { at: string }) {
  const now = useNow()
  const then = new Date(at)
  // A server whose clock is ahead must not make it "in a minute".
  const notBefore = Math.max(now, then.getTime())
  return (
    <time dateTime={at} title={exactMoment(then)}>
      {formatDistance(then, notBefore, { addSuffix: true, locale: t.dateWords })}
    </time>
  )
}
