import { untilText } from '#availability/until-text.ts'
import { exactMoment } from '#texts/date-format.ts'
import { t } from '#texts/texts.ts'

export function Until({ at, today }: { at: string; today: Date }) {
  const moment = new Date(at)
  return (
    <time dateTime={at} title={exactMoment(moment)}>
      {t.availability.until(untilText(moment, today))}
    </time>
  )
}
