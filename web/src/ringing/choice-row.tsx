import { useId } from 'react'
import classes from './ringing-dialog.module.css'

type ChoiceRowProps = {
  type: 'radio' | 'checkbox'
  name: string
  label: string
  hint: string
  checked: boolean
  onChange: () => void
}

/** A radio button or a check box with a label and a hint. */
export function ChoiceRow({ label, hint, ...input }: ChoiceRowProps) {
  const id = useId()
  return (
    <label className={classes.choice}>
      <input {...input} aria-labelledby={id} aria-describedby={`${id}hint`} />
      <span>
        <span id={id} className={classes.label}>
          {label}
        </span>
        <small id={`${id}hint`} className={classes.hint}>
          {hint}
        </small>
      </span>
    </label>
  )
}
