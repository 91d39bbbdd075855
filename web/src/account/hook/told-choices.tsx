import { useId } from 'react'
import { hookTexts } from '#texts/hook/hook-texts.ts'
import { ChoiceRow, Choices } from '#ui/choices.tsx'
import type { Told } from './hook-api.ts'

type ToldChoicesProps = {
  isOfGroup: boolean
  tells: Told[]
  onChange: (tells: Told[]) => void
  name: string
  error: string | undefined
  onInput: () => void
}

/** Lets the user choose what a hook tells. A hook of a group always tells how many members are Available. */
export function ToldChoices({ isOfGroup, tells, onChange, ...group }: ToldChoicesProps) {
  const id = useId()
  const toggle = (one: Told) =>
    onChange(tells.includes(one) ? tells.filter(other => other !== one) : [...tells, one])
  if (isOfGroup)
    return (
      <Choices legend={hookTexts.tells} {...group}>
        <ChoiceRow
          type="radio"
          name={id}
          label={hookTexts.counts}
          checked={!tells.includes('tellsNames')}
          onChange={() => onChange([])}
        />
        <ChoiceRow
          type="radio"
          name={id}
          label={hookTexts.names}
          hint={hookTexts.namesHint}
          checked={tells.includes('tellsNames')}
          onChange={() => onChange(['tellsNames'])}
        />
      </Choices>
    )
  return (
    <Choices legend={hookTexts.tells} {...group}>
      <ChoiceRow
        type="checkbox"
        name={id}
        label={hookTexts.notifications}
        hint={hookTexts.notificationsHint}
        checked={tells.includes('tellsNotifications')}
        onChange={() => toggle('tellsNotifications')}
      />
      <ChoiceRow
        type="checkbox"
        name={id}
        label={hookTexts.ownStatus}
        hint={hookTexts.ownStatusHint}
        checked={tells.includes('tellsOwnStatus')}
        onChange={() => toggle('tellsOwnStatus')}
      />
    </Choices>
  )
}
