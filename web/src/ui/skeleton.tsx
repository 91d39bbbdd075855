import classes from './skeleton.module.css'

type SkeletonProps = { width: number | string; height: number; round?: boolean }

/** A placeholder with the size of the element that is still loading. */
export function Skeleton({ width, height, round = false }: SkeletonProps) {
  return <div className={classes.skeleton} data-round={round || undefined} style={{ width, height }} />
}
