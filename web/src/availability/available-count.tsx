import classes from './available-count.module.css'

/** How many are available, to be read from across a room. */
export function AvailableCount({ count }: { count: number }) {
  return (
    <span className={classes.count}>
      <strong>{count}</strong> available
    </span>
  )
}
