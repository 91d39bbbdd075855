import '@mantine/core/styles/Skeleton.css'
import { Skeleton } from '@mantine/core'
import classes from './group-card.module.css'

/** A card in the shape of the one that comes. */
export function GroupCardSkeleton() {
  return (
    <div className={classes.card} aria-hidden="true">
      <Skeleton height={20} width="60%" />
      <Skeleton height={44} width="75%" />
      <Skeleton height={30} width="90%" radius={15} />
      <div className={classes.own}>
        <Skeleton height={20} width={90} />
        <Skeleton height={44} width={76} radius={22} />
      </div>
    </div>
  )
}
