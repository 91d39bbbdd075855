import type { ComponentProps } from 'react'
import { Field, type FieldProps } from './field.tsx'

type TextAreaProps = ComponentProps<'textarea'> & FieldProps

export function TextArea({ label, hint, error, ...textarea }: TextAreaProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {control => <textarea rows={3} {...textarea} {...control} />}
    </Field>
  )
}
