import { problemText } from '#api/problem-text.ts'
import { ringingTexts } from '#texts/ringing/ringing-texts.ts'
import { AlertText } from '#ui/alert.tsx'
import { Switch } from '#ui/switch.tsx'
import classes from './ringing-settings.module.css'
import { type SettingsChange, useSettingsChange } from './settings-queries.ts'

type SettingSwitchProps = {
  label: string
  hint: string
  checked: boolean
  /** Returns what is saved at once when the user turns the switch. */
  changeOf: (checked: boolean) => SettingsChange
}

export function SettingSwitch({ label, hint, checked, changeOf }: SettingSwitchProps) {
  const change = useSettingsChange(changeOf)
  return (
    <>
      <div className={classes.row}>
        <div>
          <p className={classes.label}>{label}</p>
          <p className={classes.hint}>{hint}</p>
        </div>
        <Switch
          label={label}
          checked={change.isPending ? change.variables : checked}
          onChange={checked => !change.isPending && change.mutate(checked)}
        />
      </div>
      {change.isError && <AlertText error={ringingTexts.notChanged(problemText(change.error))} />}
    </>
  )
}
