import { type ReactNode, useId } from 'react'
import classes from './text-field.module.css'

export type FieldProps = { label: string; hint?: string; error?: ReactNode }

/** What the input or the text area itself is given, to belong to its label and its note. */
type Control = { id: string; className?: string; 'aria-invalid'?: true; 'aria-describedby'?: string }

/** What is around a field: the label above, and below a hint or what is wrong, announced when it appears. */
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
        // A new element for each kind: an alert is announced when it comes, not when it is renamed.
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
