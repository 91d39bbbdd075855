import { DashIcon, TickIcon } from './icons.tsx'
import classes from './switch.module.css'

type SwitchProps = {
  label: string
  checked: boolean
  describedBy?: string | undefined
  /** Whether the switch turns the user's own light on, so that it is green. */
  isLight?: boolean
  onChange: (checked: boolean) => void
}

export function Switch({ label, checked, describedBy, isLight, onChange }: SwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={checked}
      aria-label={label}
      aria-describedby={describedBy}
      className={classes.switch}
      data-light={isLight || undefined}
      onClick={() => onChange(!checked)}
    >
      <span className={classes.knob}>
        {checked ? <TickIcon size={18} strokeWidth={3} /> : <DashIcon size={18} strokeWidth={3} />}
      </span>
    </button>
  )
}
