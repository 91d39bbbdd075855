import { Phrase } from '#texts/phrase.tsx'
import { t } from '#texts/texts.ts'
import classes from './available-count.module.css'

export function AvailableCount({
  count,
  unconfirmed = 0,
}: {
  count: number
  unconfirmed?: number | undefined
}) {
  return (
    <span className={classes.count}>
      <Phrase text={t.availability.countAvailable} count={<strong>{count}</strong>} />
      {unconfirmed > 0 && (
        <span className={classes.unconfirmed}>{t.availability.countUnconfirmed(unconfirmed)}</span>
      )}
    </span>
  )
}
