import { type CoverageAlerts, setCoverageAlerts } from '@grouplight/contract/ringing.ts'
import { call } from '#api/client.ts'
import { enoughTexts } from '#texts/enough/enough-texts.ts'
import { CheckboxRows } from '#ui/choices.tsx'
import { useRinging, useRingingChange } from './group-ringing.ts'
import classes from './ringing-dialog.module.css'

type CoverageAlertsChoiceProps = { groupId: string; needed: number; isCreator: boolean }

export function CoverageAlertsChoice({ groupId, needed, isCreator }: CoverageAlertsChoiceProps) {
  const { coverage = isCreator ? 'short' : 'none' } = useRinging(groupId)
  const { change, pending } = useRingingChange(groupId, (coverage: CoverageAlerts) =>
    call(setCoverageAlerts, { params: { groupId }, body: { coverage } }),
  )
  const chosen = pending ?? coverage
  return (
    <fieldset className={classes.section}>
      <legend className={classes.title}>{enoughTexts.enoughOfUs}</legend>
      <CheckboxRows<'short' | 'enough'>
        options={[
          { value: 'short', label: enoughTexts.tooFew, hint: enoughTexts.tooFewHint(needed) },
          { value: 'enough', label: enoughTexts.enough, hint: enoughTexts.enoughHint(needed) },
        ]}
        chosen={chosen === 'both' ? ['short', 'enough'] : chosen === 'none' ? [] : [chosen]}
        onChange={([first, second]) => change(second ? 'both' : (first ?? 'none'))}
      />
    </fieldset>
  )
}
