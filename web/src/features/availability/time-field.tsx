import availabilityDialogTexts from 'texts:availability-dialogs'
import { useState } from 'react'
import { SelectField } from '#ui/field.tsx'
import { TextField } from '#ui/text-field.tsx'
import { firstEndTime, nextDays } from './end-times.ts'
import classes from './time-field.module.css'

export function TimeField({ error, onInput }: { error: string | undefined; onInput: () => void }) {
  const [days] = useState(() => nextDays(new Date()))
  const [first] = useState(() => firstEndTime(new Date()))
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
