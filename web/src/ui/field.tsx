import { type ReactNode, useId } from 'react'
import classes from './text-field.module.css'

export type FieldProps = { label: string; hint?: string; error?: ReactNode }

/** Attributes that connect the input with its label and its note. */
type Control = { id: string; className?: string; 'aria-invalid'?: true; 'aria-describedby'?: string }

/** A label above an input, and below it a hint or an error. */
export function Field({
  label,
  hint,
  error,
  children,
}: FieldProps & { children: (control: Control) => ReactNode }) {
  const id = useId()
  const note = error || hint
  return (
    <div>
      <label htmlFor={id} className={classes.label}>
        {label}
      </label>
      {children({
        id,
        className: classes.input,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': note ? `${id}-note` : undefined,
      })}
      {note && (
        // A new element for each kind: screen readers announce an alert that is added, not one that changes its role.
        <p
          key={error ? 'error' : 'hint'}
          id={`${id}-note`}
          className={error ? classes.error : classes.hint}
          role={error ? 'alert' : undefined}
        >
          {note}
        </p>
      )}
    </div>
  )
}
