import { dateFormat } from '#texts/date-format.ts'
import { hookTexts } from '#texts/hook/hook-texts.ts'
import section from '#ui/section.module.css'
import type { Hook } from './hook-api.ts'
import classes from './hook-outcomes.module.css'

const moment = dateFormat({ dateStyle: 'medium', timeStyle: 'short' })

export function HookOutcomes({ outcomes }: Pick<Hook, 'outcomes'>) {
  if (outcomes.length === 0) return <small className={section.muted}>{hookTexts.nothingSent}</small>
  return (
    <details className={classes.outcomes}>
      <summary className={classes.summary}>{hookTexts.outcomes}</summary>
      <ol className={classes.list}>
        {outcomes.map(({ at, status }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two outcomes may have the same minute.
          <li key={index}>
            <time dateTime={at}>{moment(new Date(at))}</time> · {status ?? hookTexts.noAnswer}
          </li>
        ))}
      </ol>
    </details>
  )
}
