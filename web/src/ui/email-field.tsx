import { TextField, type TextFieldProps } from './text-field.tsx'

/** A required field for the user's own address. */
export function EmailField(props: TextFieldProps) {
  return <TextField type="email" autoComplete="email" required {...props} />
}
