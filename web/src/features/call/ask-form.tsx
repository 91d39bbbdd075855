import availabilityDialogTexts from 'texts:availability-dialogs'
import callTexts from 'texts:call'
import refusalTexts from 'texts:refusal'
import ringingDialogTexts from 'texts:ringing-dialogs'
import { callText, maxCallNeeded } from '@grouplight/contract/ask-around.ts'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { useAccount } from '#features/account/account-queries.ts'
import { durationText } from '#features/availability/end-choices.ts'
import { lastChoices } from '#features/availability/last-choices.ts'
import pills from '#features/availability/until-when.module.css'
import { Button } from '#ui/button.tsx'
import { ChoiceRow, RadioChoices } from '#ui/choices.tsx'
import { Options, SelectField } from '#ui/field.tsx'
import form from '#ui/form.module.css'
import { Pill } from '#ui/pill.tsx'
import { Stepper } from '#ui/stepper.tsx'
import { TextField } from '#ui/text-field.tsx'
import { schemaRule } from '#ui/use-form.ts'
import classes from './ask-form.module.css'
import { type AskedQuestion, type Duration, durations } from './question.ts'

type AskFormProps = {
  question: AskedQuestion
  /** The numbers of other members. */
  available: number
  all: number
  isPending: boolean
  onChange: (part: Partial<AskedQuestion>) => void
  onSubmit: () => void
  children: ReactNode
}

const ready = [callTexts.takeOver, callTexts.upForIt, callTexts.whoCanCome]
const textRule = schemaRule(callText)

export function AskForm({ question, available, all, isPending, onChange, onSubmit, children }: AskFormProps) {
  const { uid } = useAccount()
  const field = useRef<HTMLInputElement>(null)
  const [error, setError] = useState<string | null>(null)
  const [examples] = useState(() => {
    const { questions = [] } = lastChoices(uid)
    return [...questions, ...ready.filter(text => !questions.includes(text))]
  })
  const { text, everybody, needed, asManyAsWant, openFor } = question
  const isNobodyAvailable = available === 0 && !everybody
  const count = everybody || isNobodyAvailable ? all : available

  function write(next: string) {
    setError(null)
    onChange({ text: next })
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (isPending) return
    const found = textRule(text)
    setError(found)
    if (found) field.current?.focus()
    else onSubmit()
  }

  return (
    <form className={form.form} noValidate onSubmit={submit}>
      <div className={classes.about}>
        <TextField
          ref={field}
          label={callTexts.about}
          error={error}
          value={text}
          dir="auto"
          autoComplete="off"
          enterKeyHint="done"
          onChange={({ target }) => write(target.value)}
        />
        <fieldset className={pills.pills} aria-label={callTexts.examples}>
          {examples.map(example => (
            <Pill key={example} aria-pressed={example === text} onClick={() => write(example)}>
              <bdi>{example}</bdi>
            </Pill>
          ))}
        </fieldset>
      </div>
      <RadioChoices
        legend={callTexts.ask}
        name="everybody"
        options={[
          { value: false, label: callTexts.available({ count: available }) },
          { value: true, label: callTexts.everybody({ count: all }) },
        ]}
        chosen={everybody}
        onChange={everybody => onChange({ everybody })}
      />
      <div className={classes.numbers}>
        {!asManyAsWant && (
          <Stepper
            label={callTexts.needed}
            value={needed}
            min={1}
            max={maxCallNeeded}
            onChange={needed => onChange({ needed })}
          />
        )}
        <ChoiceRow
          type="checkbox"
          name="asManyAsWant"
          label={callTexts.asManyAsWant}
          checked={asManyAsWant}
          onChange={() => onChange({ asManyAsWant: !asManyAsWant })}
        />
      </div>
      <SelectField
        label={callTexts.openFor}
        value={openFor}
        onChange={({ target }) => onChange({ openFor: target.value as Duration })}
      >
        <Options values={durations} text={openForText} />
      </SelectField>
      <p role="status" className={classes.hint}>
        {isNobodyAvailable
          ? refusalTexts['nobody-to-ask']
          : !asManyAsWant && needed > count && callTexts.onlyAsked({ count })}
      </p>
      {children}
      <Button type="submit" pending={isPending}>
        {isNobodyAvailable ? callTexts.askEverybodyCount({ count }) : callTexts.askPeople({ count })}
      </Button>
      <p className={classes.hint}>{ringingDialogTexts.noPager}</p>
    </form>
  )
}

function openForText(duration: Duration): string {
  return duration === 'endOfToday' ? availabilityDialogTexts.endOfToday : durationText(Number(duration))
}
