import availabilityTexts from 'texts:availability'
import { Phrase } from '#texts/phrase.tsx'
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
      <Phrase text={availabilityTexts.countAvailable} count={<strong>{count}</strong>} />
      {unconfirmed > 0 && (
        <span className={classes.unconfirmed}>
          {availabilityTexts.countUnconfirmed({ count: unconfirmed })}
        </span>
      )}
    </span>
  )
}
