import availabilityDialogTexts from 'texts:availability-dialogs'
import { useEffect, useRef, useState } from 'react'
import { useAccount } from '#features/account/account-queries.ts'
import { Pill } from '#ui/pill.tsx'
import { choicesFrom, choiceText, type EndChoice } from './end-choices.ts'
import { lastEnd } from './last-choices.ts'
import classes from './until-when.module.css'

type EndPillsProps = { groupId: string; present: EndChoice | null; onChosen: (choice: EndChoice) => void }

export function EndPills({ groupId, present, onChosen }: EndPillsProps) {
  const { uid } = useAccount()
  const [choices] = useState(() => choicesFrom(lastEnd(uid, groupId)))
  const pills = useRef<HTMLFieldSetElement>(null)
  // After a tap on 'Back', these pills replace `TimeForm` and its focused button.
  useEffect(() => pills.current?.querySelector('button')?.focus(), [])
  return (
    <fieldset ref={pills} aria-label={availabilityDialogTexts.title} className={classes.ends}>
      {choices.map((choice, at) => (
        <Pill
          key={choice}
          aria-pressed={choice === present}
          data-autofocus={at === 0 || undefined}
          onClick={() => onChosen(choice)}
        >
          {choiceText(choice)}
        </Pill>
      ))}
    </fieldset>
  )
}
