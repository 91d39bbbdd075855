import ringingTexts from 'texts:ringing'
import ringingDialogTexts from 'texts:ringing-dialogs'
import type { QuietHours } from '@grouplight/contract/ringing-settings.ts'
import { type ChangeEvent, useState } from 'react'
import { problemText } from '#api/problem-text.ts'
import { AlertText } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { Options, SelectField } from '#ui/field.tsx'
import classes from '#ui/form.module.css'
import { TextField } from '#ui/text-field.tsx'
import { useForm } from '#ui/use-form.ts'
import { DayChoice } from './day-choice.tsx'
import { useRingingSettingsChange } from './settings-queries.ts'
import { ownTimeZone, timeRule, timeZones } from './time-zones.ts'

/** A field shows the newest saved value, also of another browser, until the user edits the field here. */
export function QuietHoursForm({ quietHours }: { quietHours: QuietHours }) {
  const [changes, setChanges] = useState<Partial<QuietHours>>({})
  const shown = { ...quietHours, ...changes }
  const saving = useRingingSettingsChange((quietHours: QuietHours) => ({ quietHours }))
  const form = useForm({
    from: timeRule,
    to: (to, { from }) => timeRule(to) ?? (to === from ? ringingDialogTexts.sameTime : null),
    days: () => (shown.days.length === 0 ? ringingDialogTexts.noDay : null),
  })

  const change = (changed: Partial<QuietHours>) => setChanges(others => ({ ...others, ...changed }))
  const controlled = (name: 'from' | 'to' | 'timeZone') => ({
    value: shown[name],
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLSelectElement>) =>
      change({ [name]: target.value }),
  })
  const save = () => saving.mutate(shown, { onSuccess: () => setChanges({}) })

  return (
    <form
      className={classes.form}
      noValidate
      aria-label={ringingDialogTexts.quietHours}
      onSubmit={form.onSubmit({ ...saving, mutate: save })}
    >
      <div className={classes.times}>
        <TextField
          label={ringingDialogTexts.from}
          type="time"
          {...controlled('from')}
          {...form.field('from')}
        />
        <TextField label={ringingDialogTexts.to} type="time" {...controlled('to')} {...form.field('to')} />
      </div>
      <DayChoice
        days={shown.days}
        hint={ringingDialogTexts.startDaysHint}
        onChange={days => change({ days })}
        {...form.field('days')}
      />
      <SelectField label={ringingDialogTexts.timeZone} {...controlled('timeZone')}>
        <Options
          values={timeZones(quietHours.timeZone)}
          text={timeZone =>
            timeZone === ownTimeZone ? ringingDialogTexts.thisTimeZone({ timeZone }) : timeZone
          }
          dir="auto"
        />
      </SelectField>
      {saving.isSuccess && <AlertText message={ringingDialogTexts.quietHoursSaved} />}
      {saving.isError && (
        <AlertText error={ringingTexts['rule.notChanged']({ why: problemText(saving.error) })} />
      )}
      <Button type="submit" className={classes.save} pending={saving.isPending}>
        {saving.isPending ? ringingDialogTexts.saving : ringingDialogTexts.save}
      </Button>
    </form>
  )
}
