import appTexts from 'texts:app'
import { type ReactNode, useRef, useState } from 'react'
import { Button } from './button.tsx'
import { Field, type FieldProps } from './field.tsx'
import { DashIcon, PlusIcon } from './icons.tsx'
import classes from './stepper.module.css'

type StepperProps = FieldProps & {
  value: number
  min: number
  max: number
  onChange: (value: number) => void
}

/** A whole number that is changed by one with two buttons, or typed. */
export function Stepper({ value, min, max, onChange, ...field }: StepperProps) {
  // Null if the field is not edited. What is typed may not be a number yet.
  const [typed, setTyped] = useState<string | null>(null)
  const input = useRef<HTMLInputElement>(null)

  function change(next: number) {
    setTyped(null)
    // At the end of the range, the button is disabled and loses the focus.
    if (next === min || next === max) input.current?.focus()
    onChange(next)
  }

  const step = (by: -1 | 1, text: (values: { what: string }) => string, icon: ReactNode) => (
    <Button
      variant="default"
      className={classes.step}
      aria-label={text({ what: field.label })}
      disabled={by < 0 ? value <= min : value >= max}
      onClick={() => change(Math.min(Math.max(value + by, min), max))}
    >
      {icon}
    </Button>
  )

  return (
    <Field {...field}>
      {({ className, ...control }) => (
        <div className={classes.stepper}>
          {step(-1, appTexts.oneLess, <DashIcon />)}
          <input
            ref={input}
            type="number"
            inputMode="numeric"
            className={`${className} ${classes.number}`}
            min={min}
            max={max}
            step={1}
            value={typed ?? value}
            onChange={({ target }) => {
              setTyped(target.value)
              if (target.value !== '' && target.validity.valid) onChange(target.valueAsNumber)
            }}
            onBlur={() => setTyped(null)}
            {...control}
          />
          {step(1, appTexts.oneMore, <PlusIcon />)}
        </div>
      )}
    </Field>
  )
}
