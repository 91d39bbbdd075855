import availabilityDialogTexts from 'texts:availability-dialogs'
import { useState } from 'react'
import { SelectField } from '#ui/field.tsx'
import { TextField } from '#ui/text-field.tsx'
import { dayAndTime, firstEndTime, nextDays } from './end-times.ts'
import classes from './time-field.module.css'

type TimeFieldProps = {
  /** The instant that the fields show first. */
  at?: string | undefined
  error: string | undefined
  onInput: () => void
}

export function TimeField({ at, error, onInput }: TimeFieldProps) {
  const [days] = useState(() => nextDays(new Date()))
  const [first] = useState(() => (at ? dayAndTime(new Date(at)) : firstEndTime(new Date())))
  return (
    <div className={classes.fields} onInput={onInput}>
      <SelectField label={availabilityDialogTexts.day} name="day" defaultValue={first.day}>
        {days.map(({ day, text }) => (
          <option key={day} value={day}>
            {text}
          </option>
        ))}
      </SelectField>
      <TextField
        type="time"
        label={availabilityDialogTexts.time}
        name="time"
        defaultValue={first.time}
        error={error}
      />
    </div>
  )
}
