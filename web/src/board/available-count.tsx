import { Phrase } from '#texts/phrase.tsx'
import { t } from '#texts/texts.ts'
import classes from './available-count.module.css'

export function AvailableCount({ count }: { count: number }) {
  return (
    <span className={classes.count}>
      <Phrase text={t.availability.countAvailable} count={<strong>{count}</strong>} />
    </span>
  )
}
