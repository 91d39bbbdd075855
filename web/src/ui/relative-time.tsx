import { formatDistance } from 'date-fns'
import { exactMoment } from '#texts/date-format.ts'
import { t } from '#texts/texts.ts'
import { useNow } from './use-now.ts'

/** 'about 2 hours ago', kept fresh; the exact local time on hover. */
export function RelativeTime({ at }: { at: string }) {
  const now = useNow()
  const then = new Date(at)
  // A clock that goes ahead of ours must not make it "in a minute".
  const seen = Math.max(now, then.getTime())
  return (
    <time dateTime={at} title={exactMoment(then)}>
      {formatDistance(then, seen, { addSuffix: true, locale: t.dateWords })}
    </time>
  )
}
