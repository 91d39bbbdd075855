import hookTexts from 'texts:hook'
import { CheckboxRows, Choices, RadioChoices } from '#ui/choices.tsx'
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
  if (isOfGroup)
    return (
      <>
        <RadioChoices
          legend={hookTexts.tells}
          {...group}
          options={[
            { value: false, label: hookTexts.counts },
            { value: true, label: hookTexts.names, hint: hookTexts.namesHint },
          ]}
          chosen={tells.includes('tellsNames')}
          onChange={names => onChange(withOrWithout(tells, 'tellsNames', names))}
        />
        <CheckboxRows options={ofGroup} chosen={tells} onChange={onChange} />
      </>
    )
  return (
    <Choices legend={hookTexts.tells} {...group}>
      <CheckboxRows options={ofUser} chosen={tells} onChange={onChange} />
    </Choices>
  )
}

const ofUser: { value: HookContent; label: string; hint: string }[] = [
  { value: 'tellsNotifications', label: hookTexts.notifications, hint: hookTexts.notificationsHint },
  { value: 'tellsOwnStatus', label: hookTexts.ownStatus, hint: hookTexts.ownStatusHint },
]

const ofGroup: typeof ofUser = [
  { value: 'tellsCallTexts', label: hookTexts.callTexts, hint: hookTexts.callTextsHint },
]

function withOrWithout(tells: HookContent[], content: HookContent, isTold: boolean): HookContent[] {
  const others = tells.filter(other => other !== content)
  return isTold ? [...others, content] : others
}
