import { TextField, type TextFieldProps } from './text-field.tsx'

/** A field for a whole number from 1 to `max`. */
export function CountField(props: TextFieldProps & { max: number }) {
  return <TextField type="number" inputMode="numeric" min={1} step={1} {...props} />
}
