import ringingTexts from 'texts:ringing'
import ringingDialogTexts from 'texts:ringing-dialogs'
import {
  type CoverageAlerts,
  type RingingRule,
  setCoverageAlerts,
  setRingingRule,
} from '@grouplight/contract/ringing.ts'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { call } from '#api/client.ts'
import { useAccount } from '#features/account/account-queries.ts'
import { groupDetails } from '#features/group/group-details.ts'
import { groupQuery } from '#features/group/group-queries.ts'
import { CheckboxRows, ChoiceRow } from '#ui/choices.tsx'
import { Dialog } from '#ui/dialog.tsx'
import classes from './dialog-section.module.css'
import { useRinging, useRingingChange } from './group-ringing.ts'
import { QuestionSettings } from './question-settings.tsx'
import { TellMeOnce } from './tell-me-once.tsx'

const choices: Record<RingingRule, { label: string; hint: string }> = {
  all: { label: ringingDialogTexts['rule.all'], hint: ringingDialogTexts['rule.allHint'] },
  followed: { label: ringingDialogTexts['rule.followed'], hint: ringingDialogTexts['rule.followedHint'] },
  none: { label: ringingDialogTexts['rule.none'], hint: ringingDialogTexts['rule.noneHint'] },
}

type RingingDialogProps = { groupId: string; opened: boolean; onClose: () => void }

export function RingingDialog({ groupId, opened, onClose }: RingingDialogProps) {
  const name = useId()
  const { uid } = useAccount()
  const { data: group } = useQuery({ ...groupQuery(groupId), select: groupDetails })
  const { rule } = useRinging(groupId)
  const { change, pending } = useRingingChange(groupId, (rule: RingingRule) =>
    call(setRingingRule, { params: { groupId }, body: { rule } }),
  )
  const chosen = pending ?? rule
  return (
    <Dialog opened={opened} title={ringingTexts['rule.title']} onClose={onClose}>
      <div role="radiogroup" aria-label={ringingTexts['rule.title']} className={classes.choices}>
        {(Object.keys(choices) as RingingRule[]).map(rule => (
          <ChoiceRow
            key={rule}
            type="radio"
            name={name}
            {...choices[rule]}
            checked={rule === chosen}
            onChange={() => change(rule)}
          />
        ))}
      </div>
      <p className={classes.hint}>{ringingDialogTexts['rule.hint']}</p>
      {group?.needed !== undefined && (
        <CoverageAlertsChoice groupId={groupId} needed={group.needed} isCreator={group.createdBy === uid} />
      )}
      <TellMeOnce groupId={groupId} />
      <QuestionSettings groupId={groupId} groupInterval={group?.askingInterval} />
    </Dialog>
  )
}

type CoverageAlertsChoiceProps = { groupId: string; needed: number; isCreator: boolean }

function CoverageAlertsChoice({ groupId, needed, isCreator }: CoverageAlertsChoiceProps) {
  const { coverage = isCreator ? 'short' : 'none' } = useRinging(groupId)
  const { change, pending } = useRingingChange(groupId, (coverage: CoverageAlerts) =>
    call(setCoverageAlerts, { params: { groupId }, body: { coverage } }),
  )
  const chosen = pending ?? coverage
  return (
    <fieldset className={classes.section}>
      <legend className={classes.title}>{ringingDialogTexts.enoughOfUs}</legend>
      <CheckboxRows<'short' | 'enough'>
        options={[
          {
            value: 'short',
            label: ringingDialogTexts.tooFew,
            hint: ringingDialogTexts.tooFewHint({ needed }),
          },
          {
            value: 'enough',
            label: ringingDialogTexts.enoughAgain,
            hint: ringingDialogTexts.enoughAgainHint({ needed }),
          },
        ]}
        chosen={chosen === 'both' ? ['short', 'enough'] : chosen === 'none' ? [] : [chosen]}
        onChange={([first, second]) => change(second ? 'both' : (first ?? 'none'))}
      />
    </fieldset>
  )
}
