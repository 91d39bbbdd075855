import availabilityDialogTexts from 'texts:availability-dialogs'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { instantOf } from './end-times.ts'
import { TimeField } from './time-field.tsx'
import classes from './until-when.module.css'

type TimeFormProps = { present: string | undefined; onChosen: (until: string) => void; onBack: () => void }

export function TimeForm({ present, onChosen, onBack }: TimeFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const [isWrong, setWrong] = useState(false)
  const focusTime = () => form.current?.querySelector<HTMLElement>('[name=time]')?.focus()
  useEffect(focusTime, [])

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const { day, time } = Object.fromEntries(new FormData(event.currentTarget))
    const until = instantOf(String(day), String(time), new Date())
    setWrong(until === null)
    if (until) onChosen(until)
    else focusTime()
  }

  return (
    <form ref={form} className={classes.time} noValidate onSubmit={submit}>
      <TimeField
        at={present}
        error={isWrong ? availabilityDialogTexts.chooseTime : undefined}
        onInput={() => setWrong(false)}
      />
      <div className={classes.timeButtons}>
        <Button type="submit">{availabilityDialogTexts.setTime}</Button>
        <Button variant="default" onClick={onBack}>
          {availabilityDialogTexts.back}
        </Button>
      </div>
    </form>
  )
}
