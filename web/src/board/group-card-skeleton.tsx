import { Skeleton } from '#ui/skeleton.tsx'
import classes from './group-card.module.css'

/** A card in the shape of the one that comes. */
export function GroupCardSkeleton() {
  return (
    <div className={classes.card} aria-hidden="true">
      <Skeleton width="60%" height={23} />
      <Skeleton width="75%" height={48} />
      <div className={classes.lamps}>
        {['AP', 'BO', 'CV', 'DK'].map(lamp => (
          <Skeleton key={lamp} width={30} height={30} round />
        ))}
      </div>
      <div className={classes.own}>
        <Skeleton width={96} height={40} />
        <Skeleton width={76} height={44} round />
      </div>
    </div>
  )
}
