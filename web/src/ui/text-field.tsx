import { type ComponentProps, type ReactNode, useLayoutEffect, useRef } from 'react'
import { Field, type FieldProps } from './field.tsx'
import classes from './text-field.module.css'

export type TextFieldProps = Omit<ComponentProps<'input'>, 'className'> &
  FieldProps & {
    after?: ReactNode
  }

export function TextField({ label, hint, error, after, ...input }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {control => (
        <div className={classes.box}>
          <input {...input} {...control} data-with-after={after ? true : undefined} />
          {after}
        </div>
      )}
    </Field>
  )
}

/** The name of something that the user makes. The browser suggests no names. */
export function NameField(props: TextFieldProps) {
  return <TextField autoComplete="off" dir="auto" required {...props} />
}

/** `known` is the address if the page knows it, perhaps only later. It replaces nothing that the user has entered or is about to enter. */
export function EmailField({ known, ...props }: TextFieldProps & { known?: string | undefined }) {
  const field = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    if (!known || field.current?.value !== '' || field.current === document.activeElement) return
    field.current.value = known
  }, [known])
  return <TextField ref={field} type="email" autoComplete="email" required {...props} />
}

/** A field for a whole number from 1 to `max`. */
export function CountField(props: TextFieldProps & { max: number }) {
  return <TextField type="number" inputMode="numeric" min={1} step={1} {...props} />
}
