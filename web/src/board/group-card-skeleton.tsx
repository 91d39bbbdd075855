import { Skeleton } from '#ui/skeleton.tsx'
import classes from './group-card.module.css'

export function GroupCardSkeleton() {
  return (
    <div className={`card ${classes.card}`} aria-hidden="true">
      <Skeleton width="60%" height={23} />
      <Skeleton width="75%" height={48} />
      <div className={classes.avatars}>
        {['AP', 'BO', 'CV', 'DK'].map(initials => (
          <Skeleton key={initials} width={30} height={30} round />
        ))}
      </div>
      <div className={`spread ${classes.own}`}>
        <Skeleton width={96} height={40} />
        <Skeleton width={76} height={44} round />
      </div>
    </div>
  )
}
