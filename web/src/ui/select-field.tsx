import type { ComponentProps } from 'react'
import { Field, type FieldProps } from './field.tsx'

type SelectFieldProps = Omit<ComponentProps<'select'>, 'className'> & FieldProps

export function SelectField({ label, hint, error, ...select }: SelectFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {control => <select {...select} {...control} />}
    </Field>
  )
}
