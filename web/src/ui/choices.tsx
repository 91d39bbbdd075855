import { type ReactNode, useId } from 'react'
import classes from './choices.module.css'
import fieldClasses from './text-field.module.css'

type ChoiceRowProps = {
  type: 'radio' | 'checkbox'
  name: string
  label: string
  hint?: string
  checked: boolean
  onChange: () => void
}

export function ChoiceRow({ label, hint, ...input }: ChoiceRowProps) {
  const id = useId()
  return (
    <label className={classes.choice}>
      <input {...input} aria-labelledby={id} aria-describedby={hint && `${id}hint`} />
      <span>
        <span id={id} className={classes.label}>
          <bdi>{label}</bdi>
        </span>
        {hint && (
          <small id={`${id}hint`} className={classes.hint}>
            {hint}
          </small>
        )}
      </span>
    </label>
  )
}

type ChoicesProps = {
  legend: string
  name: string
  error?: string | undefined
  onInput?: () => void
  children: ReactNode
}

/** A group of choices with a legend. It can take the focus, so that `useForm` can move the focus to a required choice. */
export function Choices({ legend, name, error, onInput, children }: ChoicesProps) {
  const id = useId()
  return (
    <fieldset
      name={name}
      tabIndex={-1}
      className={classes.group}
      aria-describedby={error && id}
      onInput={onInput}
    >
      <legend className={fieldClasses.label}>{legend}</legend>
      {children}
      {error && (
        <p id={id} className={fieldClasses.error} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}

type RadioChoicesProps<Value> = Omit<ChoicesProps, 'children'> & {
  options: { value: Value; label: string; hint?: string }[]
  chosen: Value
  onChange: (value: Value) => void
}

export function RadioChoices<Value>({ options, chosen, onChange, ...group }: RadioChoicesProps<Value>) {
  const name = useId()
  return (
    <Choices {...group}>
      {options.map(({ value, ...texts }) => (
        <ChoiceRow
          key={texts.label}
          type="radio"
          name={name}
          {...texts}
          checked={value === chosen}
          onChange={() => onChange(value)}
        />
      ))}
    </Choices>
  )
}

type CheckboxRowsProps<Value> = {
  options: readonly { value: Value; label: string; hint?: string }[]
  chosen: Value[]
  onChange: (chosen: Value[]) => void
}

export function CheckboxRows<Value extends string>({ options, chosen, onChange }: CheckboxRowsProps<Value>) {
  const name = useId()
  return options.map(({ value, ...texts }) => (
    <ChoiceRow
      key={value}
      type="checkbox"
      name={name}
      {...texts}
      checked={chosen.includes(value)}
      onChange={() => onChange(withOrWithout(chosen, value))}
    />
  ))
}

function withOrWithout<Value>(values: Value[], value: Value): Value[] {
  return values.includes(value) ? values.filter(other => other !== value) : [...values, value]
}
