import { type ComponentProps, type ReactNode, useId } from 'react'
import classes from './text-field.module.css'

export type TextFieldProps = ComponentProps<'input'> & {
  label: string
  hint?: string
  error?: ReactNode
  /** A button inside the field, at its end. */
  after?: ReactNode
}

/** An input with its label above and what is wrong with it below, announced when it appears. */
export function TextField({ label, hint, error, after, className, ...input }: TextFieldProps) {
  const id = useId()
  const noteId = error || hint ? `${id}-note` : undefined
  return (
    <div className={className}>
      <label htmlFor={id} className={classes.label}>
        {label}
      </label>
      <div className={classes.box}>
        <input
          {...input}
          id={id}
          className={classes.input}
          data-with-after={after ? true : undefined}
          aria-invalid={error ? true : undefined}
          aria-describedby={noteId}
        />
        {after}
      </div>
      {error ? (
        <p id={noteId} className={classes.error} role="alert">
          {error}
        </p>
      ) : (
        hint && (
          <p id={noteId} className={classes.hint}>
            {hint}
          </p>
        )
      )}
    </div>
  )
}
