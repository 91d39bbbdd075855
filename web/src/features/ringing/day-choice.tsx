import ringingDialogTexts from 'texts:ringing-dialogs'
import { useId } from 'react'
import choices from '#ui/choices.module.css'
import fieldClasses from '#ui/text-field.module.css'
import classes from './day-choice.module.css'
import { weekDays } from './week-days.ts'

type DayChoiceProps = {
  name: string
  /** The chosen days in ascending order. 1 is Monday, and 7 is Sunday. */
  days: number[]
  hint: string
  error: string | undefined
  onInput: () => void
  onChange: (days: number[]) => void
}

/** The form can focus the fieldset if the choice is invalid. */
export function DayChoice({ name, days, hint, error, onInput, onChange }: DayChoiceProps) {
  const id = useId()
  return (
    <fieldset name={name} tabIndex={-1} className={choices.fieldset} aria-describedby={id} onInput={onInput}>
      <legend className={fieldClasses.label}>{ringingDialogTexts.startDays}</legend>
      <div className={classes.days}>
        {weekDays().map(({ day, short, long }) => (
          <label key={day} className={classes.day}>
            <input
              type="checkbox"
              className="sr-only"
              aria-label={long}
              checked={days.includes(day)}
              onChange={({ target }) => onChange(withDay(days, day, target.checked))}
            />
            {short}
          </label>
        ))}
      </div>
      <p
        key={error ? 'error' : 'hint'}
        id={id}
        className={error ? fieldClasses.error : fieldClasses.hint}
        role={error ? 'alert' : undefined}
      >
        {error ?? hint}
      </p>
    </fieldset>
  )
}

function withDay(days: number[], day: number, isChosen: boolean): number[] {
  const others = days.filter(one => one !== day)
  return isChosen ? [...others, day].sort((one, other) => one - other) : others
}
