import { useId } from 'react'
import { hookTexts } from '#texts/hook/hook-texts.ts'
import { ChoiceRow, Choices } from '#ui/choices.tsx'
import type { HookContent } from './hook-api.ts'

type HookContentChoicesProps = {
  isOfGroup: boolean
  tells: HookContent[]
  onChange: (tells: HookContent[]) => void
  name: string
  error: string | undefined
  onInput: () => void
}

/** A hook of a group always tells how many members are Available. */
export function HookContentChoices({ isOfGroup, tells, onChange, ...group }: HookContentChoicesProps) {
  const id = useId()
  const toggle = (content: HookContent) =>
    onChange(tells.includes(content) ? tells.filter(other => other !== content) : [...tells, content])
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
