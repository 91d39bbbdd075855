import { type ComponentProps, useId } from 'react'
import classes from './text-field.module.css'

type TextAreaProps = ComponentProps<'textarea'> & { label: string; hint?: string; error?: string }

/** A field of several lines with its label above and what is wrong with it below, announced when it appears. */
export function TextArea({ label, hint, error, ...textarea }: TextAreaProps) {
  const id = useId()
  const note = error ?? hint
  return (
    <div>
      <label htmlFor={id} className={classes.label}>
        {label}
      </label>
      <textarea
        rows={3}
        {...textarea}
        id={id}
        className={classes.input}
        aria-invalid={error ? true : undefined}
        aria-describedby={note && `${id}-note`}
      />
      {note && (
        <p
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
