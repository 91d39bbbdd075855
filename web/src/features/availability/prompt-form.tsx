import appTexts from 'texts:app'
import ringingDialogTexts from 'texts:ringing-dialogs'
import type { Prompt } from '@grouplight/contract/question.ts'
import { type ChangeEvent, useState } from 'react'
import { problemText } from '#api/problem-text.ts'
import { DayChoice } from '#features/ringing/day-choice.tsx'
import { ownTimeZone, timeRule } from '#features/ringing/time-zones.ts'
import { AlertText } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import classes from '#ui/form.module.css'
import { TextField } from '#ui/text-field.tsx'
import { useForm } from '#ui/use-form.ts'
import { useQuestionSettingsChange } from './question-queries.ts'

type PromptFormProps = { groupId: string; prompt: Prompt; onBack: () => void }

/** Saves the days and times of the prompt with the time zone of this browser. */
export function PromptForm({ groupId, prompt, onBack }: PromptFormProps) {
  const [changes, setChanges] = useState<Partial<Prompt>>({})
  const shown = { ...prompt, ...changes }
  const saving = useQuestionSettingsChange(groupId)
  const form = useForm({
    time: timeRule,
    until: (until, { time }) =>
      timeRule(until) ?? (until === time ? ringingDialogTexts.samePromptTime : null),
    days: () => (shown.days.length === 0 ? ringingDialogTexts.noDay : null),
  })
  const change = (changed: Partial<Prompt>) => setChanges(others => ({ ...others, ...changed }))
  const controlled = (name: 'time' | 'until') => ({
    value: shown[name],
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => change({ [name]: target.value }),
  })
  const save = () => saving.mutate({ prompt: { ...shown, timeZone: ownTimeZone } }, { onSuccess: onBack })

  return (
    <form
      className={classes.form}
      noValidate
      aria-label={ringingDialogTexts.askMeAt}
      onSubmit={form.onSubmit({ ...saving, mutate: save })}
    >
      <div className={classes.times}>
        <TextField
          label={ringingDialogTexts.promptTime}
          type="time"
          {...controlled('time')}
          {...form.field('time')}
        />
        <TextField
          label={ringingDialogTexts.promptUntil}
          type="time"
          {...controlled('until')}
          {...form.field('until')}
        />
      </div>
      <DayChoice
        days={shown.days}
        hint={ringingDialogTexts.inTimeZone({ timeZone: prompt.timeZone })}
        onChange={days => change({ days })}
        {...form.field('days')}
      />
      {saving.isError && <AlertText error={appTexts.changeFailed({ why: problemText(saving.error) })} />}
      <div className={classes.buttons}>
        <Button type="submit" pending={saving.isPending}>
          {saving.isPending ? ringingDialogTexts.saving : ringingDialogTexts.save}
        </Button>
        <Button variant="default" onClick={onBack}>
          {ringingDialogTexts.back}
        </Button>
      </div>
    </form>
  )
}
