import type { Group } from '@grouplight/contract/group.ts'
import { DashIcon, TickIcon } from '#ui/icons.tsx'
import classes from './availability-switch.module.css'
import { useWish } from './wish.ts'

/** My own switch in a group. It turns at once; `available` is what is shown, my pending wish included. */
export function AvailabilitySwitch({ group, available }: { group: Group; available: boolean }) {
  const wish = useWish(group.id)
  return (
    <button
      type="button"
      role="switch"
      aria-checked={available}
      aria-label={`Available in ${group.name}`}
      className={classes.switch}
      onClick={() => wish({ available: !available })}
    >
      <span className={classes.knob}>
        {available ? <TickIcon size={18} strokeWidth={3} /> : <DashIcon size={18} strokeWidth={3} />}
      </span>
    </button>
  )
}
