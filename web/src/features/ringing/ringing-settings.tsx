import callTexts from 'texts:call'
import ringingTexts from 'texts:ringing'
import ringingDialogTexts from 'texts:ringing-dialogs'
import type { QuietHours } from '@grouplight/contract/ringing-settings.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { problemText } from '#api/problem-text.ts'
import { AlertText } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { SwitchRow } from '#ui/switch-row.tsx'
import { useMutedText } from './mute-times.ts'
import { QuietHoursForm } from './quiet-hours-form.tsx'
import classes from './setting.module.css'
import {
  type RingingSettingsChange,
  ringingSettingsQuery,
  useRingingSettingsChange,
} from './settings-queries.ts'
import { ownTimeZone } from './time-zones.ts'

const usualQuietHours: QuietHours = {
  from: '22:00',
  to: '07:00',
  days: [1, 2, 3, 4, 5, 6, 7],
  timeZone: ownTimeZone,
}

/** `onUnmuted` must move the focus, because the button for unmuting disappears. */
export function RingingSettings({ onUnmuted }: { onUnmuted: () => void }) {
  const { data, error } = useQuery(ringingSettingsQuery)
  if (!data) return error && <AlertText error={problemText(error)} />
  return (
    <>
      <Muted onUnmuted={onUnmuted} />
      <QuietHoursSetting quietHours={data.quietHours} />
      <div className={classes.setting}>
        <SettingSwitch
          label={ringingDialogTexts.hidesNames}
          hint={ringingDialogTexts.hidesNamesHint}
          checked={data.hidesNames}
          changeOf={hidesNames => ({ hidesNames })}
        />
      </div>
      <ReminderSwitch isOn={data.remindsOfEnds} />
    </>
  )
}

/** Also for those without a device that rings. */
export function CallEmailSwitch() {
  const { data } = useQuery(ringingSettingsQuery)
  return (
    data && (
      <div className={classes.setting}>
        <SettingSwitch
          label={callTexts.emails}
          hint={callTexts.emailsHint}
          checked={data.mailsCalls}
          changeOf={mailsCalls => ({ mailsCalls })}
        />
      </div>
    )
  )
}

/** Shown if a push's action has turned the reminders off. Stays after the user has turned them on, so that this can be undone. */
function ReminderSwitch({ isOn }: { isOn: boolean }) {
  const [wasOff, setWasOff] = useState(!isOn)
  if (!isOn && !wasOff) setWasOff(true)
  if (!wasOff) return null
  return (
    <div className={classes.setting}>
      <SettingSwitch
        label={ringingDialogTexts.remindsOfEnds}
        hint={ringingDialogTexts.remindsOfEndsHint}
        checked={isOn}
        changeOf={remindsOfEnds => ({ remindsOfEnds })}
      />
    </div>
  )
}

function Muted({ onUnmuted }: { onUnmuted: () => void }) {
  const mutedText = useMutedText()
  const ending = useRingingSettingsChange(() => ({ muteForMinutes: null }))
  return (
    mutedText && (
      <div className={classes.setting}>
        <div className="spread">
          <p className={classes.label}>{mutedText}</p>
          <Button
            variant="default"
            pending={ending.isPending}
            onClick={() => ending.mutate(undefined, { onSuccess: onUnmuted })}
          >
            {ringingDialogTexts.unmute}
          </Button>
        </div>
        {ending.isError && (
          <AlertText error={ringingTexts['rule.notChanged']({ why: problemText(ending.error) })} />
        )}
      </div>
    )
  )
}

function QuietHoursSetting({ quietHours }: { quietHours: QuietHours | null }) {
  // Keeps the times while quiet hours are off, so that the user gets the same times when switching quiet hours on again.
  const [latest, setLatest] = useState(usualQuietHours)
  if (quietHours && quietHours !== latest) setLatest(quietHours)
  return (
    <div className={classes.setting}>
      <SettingSwitch
        label={ringingDialogTexts.quietHours}
        hint={ringingDialogTexts.quietHoursHint}
        checked={quietHours !== null}
        changeOf={isOn => ({ quietHours: isOn ? latest : null })}
      />
      {quietHours && <QuietHoursForm quietHours={quietHours} />}
    </div>
  )
}

type SettingSwitchProps = {
  label: string
  hint: string
  checked: boolean
  changeOf: (checked: boolean) => RingingSettingsChange
}

function SettingSwitch({ label, hint, checked, changeOf }: SettingSwitchProps) {
  const change = useRingingSettingsChange(changeOf)
  return (
    <>
      <SwitchRow
        label={label}
        hint={hint}
        checked={change.isPending ? change.variables : checked}
        onChange={checked => !change.isPending && change.mutate(checked)}
      />
      {change.isError && (
        <AlertText error={ringingTexts['rule.notChanged']({ why: problemText(change.error) })} />
      )}
    </>
  )
}
