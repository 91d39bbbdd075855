import { Switch } from './switch.tsx'
import classes from './switch-row.module.css'

type SwitchRowProps = { label: string; hint: string; checked: boolean; onChange: (checked: boolean) => void }

export function SwitchRow({ label, hint, checked, onChange }: SwitchRowProps) {
  return (
    <div className={classes.row}>
      <div className={classes.text}>
        <p className={classes.label}>{label}</p>
        <p className={classes.hint}>{hint}</p>
      </div>
      <Switch label={label} checked={checked} onChange={onChange} />
    </div>
  )
}
