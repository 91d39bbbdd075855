import type { Group } from '@grouplight/contract/group.ts'
import classes from './available-count.module.css'

/** How many are available, to be read from across a room. */
export function AvailableCount({ group }: { group: Group }) {
  return (
    <span className={classes.count}>
      <strong>{group.availableCount}</strong> available
    </span>
  )
}
