import { TextField, type TextFieldProps } from './text-field.tsx'

export function EmailField(props: TextFieldProps) {
  return <TextField type="email" autoComplete="email" required {...props} />
}
