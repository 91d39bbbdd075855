import { type ComponentProps, type ReactNode, useId } from 'react'
import classes from './text-field.module.css'

export type FieldProps = { label: string; hint?: string; error?: ReactNode }

type Control = { id: string; className?: string; 'aria-invalid'?: true; 'aria-describedby'?: string }

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
        // With this key an error is a new element. Screen readers announce a new alert, but not an element that becomes an alert.
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

type TextAreaProps = ComponentProps<'textarea'> & FieldProps

export function TextArea({ label, hint, error, ...textarea }: TextAreaProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {control => <textarea rows={3} dir="auto" {...textarea} {...control} />}
    </Field>
  )
}

type SelectFieldProps = Omit<ComponentProps<'select'>, 'className'> & FieldProps

export function SelectField({ label, hint, error, ...select }: SelectFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {control => <select {...select} {...control} />}
    </Field>
  )
}

type OptionsProps<Value> = ComponentProps<'option'> & {
  values: readonly Value[]
  text: (value: Value) => string
}

/** The options of a `SelectField`. */
export function Options<Value>({ values, text, ...option }: OptionsProps<Value>) {
  return values.map(value => (
    <option key={String(value)} value={String(value)} {...option}>
      {text(value)}
    </option>
  ))
}
