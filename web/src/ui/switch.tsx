import { DashIcon, TickIcon } from './icons.tsx'
import classes from './switch.module.css'

type SwitchProps = {
  label: string
  checked: boolean
  describedBy?: string | undefined
  onChange: (checked: boolean) => void
}

export function Switch({ label, checked, describedBy, onChange }: SwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={checked}
      aria-label={label}
      aria-describedby={describedBy}
      className={classes.switch}
      onClick={() => onChange(!checked)}
    >
      <span className={classes.knob}>
        {checked ? <TickIcon size={18} strokeWidth={3} /> : <DashIcon size={18} strokeWidth={3} />}
      </span>
    </button>
  )
}
