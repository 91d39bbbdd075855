import { t } from '#texts/texts.ts'
import { DashIcon, TickIcon } from '#ui/icons.tsx'
import classes from './availability-switch.module.css'
import { useWish } from './wish.ts'

type AvailabilitySwitchProps = { groupId: string; groupName: string; available: boolean }

/** My own switch in a group. It turns at once; `available` is what is shown, my pending wish included. */
export function AvailabilitySwitch({ groupId, groupName, available }: AvailabilitySwitchProps) {
  const wish = useWish(groupId)
  return (
    <button
      type="button"
      role="switch"
      aria-checked={available}
      aria-label={t.availability.availableIn(groupName)}
      className={classes.switch}
      onClick={() => wish({ available: !available })}
    >
      <span className={classes.knob}>
        {available ? <TickIcon size={18} strokeWidth={3} /> : <DashIcon size={18} strokeWidth={3} />}
      </span>
    </button>
  )
}
