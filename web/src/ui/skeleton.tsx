import classes from './skeleton.module.css'

type SkeletonProps = { width: number | string; height: number; round?: boolean }

export function Skeleton({ width, height, round = false }: SkeletonProps) {
  return <div className={classes.skeleton} data-round={round || undefined} style={{ width, height }} />
}
