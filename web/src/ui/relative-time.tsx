import appTexts from 'texts:app'
import { type FormatDistanceToken, formatDistance } from 'date-fns'
import { exactMoment } from '#texts/date-format.ts'
import { useNow } from './use-now.ts'

// `formatDistance` gives no other tokens without the option `includeSeconds`.
type UsedToken = Exclude<
  FormatDistanceToken,
  `${string}Weeks` | `${string}Seconds` | 'halfAMinute' | 'xHours' | 'xYears'
>

const locale = {
  formatDistance: (token: FormatDistanceToken, count: number) =>
    appTexts[`ago.${token as UsedToken}`]({ count }),
}

export function RelativeTime({ at }: { at: string }) {
  const now = useNow()
  const then = new Date(at)
  // If the server's clock is ahead of the browser's clock, the text must not be "in a minute".
  const notBefore = Math.max(now, then.getTime())
  return (
    <time dateTime={at} title={exactMoment(then)}>
      {formatDistance(then, notBefore, { addSuffix: true, locale })}
    </time>
  )
}
