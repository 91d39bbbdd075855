import classes from './skeleton.module.css'

type SkeletonProps = { width: number | string; height: number; round?: boolean }

/** A piece of a skeleton, in the size of what comes in its place. */
export function Skeleton({ width, height, round = false }: SkeletonProps) {
  return <div className={classes.bone} data-round={round || undefined} style={{ width, height }} />
}
