import ringingDialogTexts from 'texts:ringing-dialogs'
import { useId, useState } from 'react'
import choices from '#ui/choices.module.css'
import { Options } from '#ui/field.tsx'
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

const presets = { everyDay: [1, 2, 3, 4, 5, 6, 7], workdays: [1, 2, 3, 4, 5], weekend: [6, 7] }
const presetNames = Object.keys(presets) as (keyof typeof presets)[]

const presetOf = (days: number[]) => presetNames.find(name => String(presets[name]) === String(days))

export function daysText(days: number[]): string {
  const preset = presetOf(days)
  if (preset) return ringingDialogTexts[preset]
  return weekDays()
    .filter(({ day }) => days.includes(day))
    .map(({ short }) => short)
    .join(' ')
}

/** Most people choose a row of days with one tap. The form can focus the fieldset if the choice is invalid. */
export function DayChoice({ name, days, hint, error, onInput, onChange }: DayChoiceProps) {
  const id = useId()
  // The days stay while the user picks them, also when they happen to be those of a preset.
  const [isPicking, setPicking] = useState(false)
  const picksDays = isPicking || presetOf(days) === undefined

  function change(days: number[]) {
    onInput()
    onChange(days)
  }

  function choose(preset: string) {
    const name = presetNames.find(name => name === preset)
    setPicking(name === undefined)
    if (name) change(presets[name])
  }

  return (
    <fieldset name={name} tabIndex={-1} className={choices.fieldset} aria-describedby={id}>
      <legend className={fieldClasses.label}>{ringingDialogTexts.startDays}</legend>
      <select
        className={fieldClasses.input}
        aria-label={ringingDialogTexts.startDays}
        value={picksDays ? '' : presetOf(days)}
        onChange={({ target }) => choose(target.value)}
      >
        <Options values={presetNames} text={name => ringingDialogTexts[name]} />
        <option value="">{ringingDialogTexts.otherDays}</option>
      </select>
      {picksDays && (
        <div className={classes.days}>
          {weekDays().map(({ day, short, long }) => (
            <label key={day} className={classes.day}>
              <input
                type="checkbox"
                className="sr-only"
                aria-label={long}
                checked={days.includes(day)}
                onChange={({ target }) => {
                  setPicking(true)
                  change(withDay(days, day, target.checked))
                }}
              />
              {short}
            </label>
          ))}
        </div>
      )}
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
