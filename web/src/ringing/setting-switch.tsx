import { problemText } from '#api/problem-text.ts'
import { ringingTexts } from '#texts/ringing/ringing-texts.ts'
import { AlertText } from '#ui/alert.tsx'
import { SwitchRow } from '#ui/switch-row.tsx'
import { type RingingSettingsChange, useRingingSettingsChange } from './settings-queries.ts'

type SettingSwitchProps = {
  label: string
  hint: string
  checked: boolean
  changeOf: (checked: boolean) => RingingSettingsChange
}

export function SettingSwitch({ label, hint, checked, changeOf }: SettingSwitchProps) {
  const change = useRingingSettingsChange(changeOf)
  return (
    <>
      <SwitchRow
        label={label}
        hint={hint}
        checked={change.isPending ? change.variables : checked}
        onChange={checked => !change.isPending && change.mutate(checked)}
      />
      {change.isError && <AlertText error={ringingTexts.notChanged(problemText(change.error))} />}
    </>
  )
}
