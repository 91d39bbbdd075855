import { type CoverageAlerts, setCoverageAlerts } from '@grouplight/contract/ringing.ts'
import { useId } from 'react'
import { call } from '#api/client.ts'
import { enoughTexts } from '#texts/enough/enough-texts.ts'
import { ChoiceRow } from '#ui/choices.tsx'
import { useRinging, useRingingChange } from './group-ringing.ts'
import classes from './ringing-dialog.module.css'

type CoverageAlertsChoiceProps = { groupId: string; needed: number; isCreator: boolean }

export function CoverageAlertsChoice({ groupId, needed, isCreator }: CoverageAlertsChoiceProps) {
  const name = useId()
  const { coverage = isCreator ? 'short' : 'none' } = useRinging(groupId)
  const { change, pending } = useRingingChange(groupId, (coverage: CoverageAlerts) =>
    call(setCoverageAlerts, { params: { groupId }, body: { coverage } }),
  )
  const chosen = pending ?? coverage
  const short = chosen === 'short' || chosen === 'both'
  const enough = chosen === 'enough' || chosen === 'both'
  return (
    <fieldset className={classes.section}>
      <legend className={classes.title}>{enoughTexts.enoughOfUs}</legend>
      <ChoiceRow
        type="checkbox"
        name={name}
        label={enoughTexts.tooFew}
        hint={enoughTexts.tooFewHint(needed)}
        checked={short}
        onChange={() => change(alertsOf(!short, enough))}
      />
      <ChoiceRow
        type="checkbox"
        name={name}
        label={enoughTexts.enough}
        hint={enoughTexts.enoughHint(needed)}
        checked={enough}
        onChange={() => change(alertsOf(short, !enough))}
      />
    </fieldset>
  )
}

function alertsOf(short: boolean, enough: boolean): CoverageAlerts {
  if (short) return enough ? 'both' : 'short'
  return enough ? 'enough' : 'none'
}
