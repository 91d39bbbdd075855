import ringingTexts from 'texts:ringing'
import ringingDialogTexts from 'texts:ringing-dialogs'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { problemText } from '#api/problem-text.ts'
import { timeOfDay } from '#texts/date-format.ts'
import { showToast } from '#ui/toast.ts'
import { useNow } from '#ui/use-now.ts'
import { useCanRing } from './can-ring.ts'
import classes from './mute-choice.module.css'
import { minutesUntil, tomorrowMorning, useMutedText } from './mute-times.ts'
import { ringingSettingsQuery, useRingingSettingsChange } from './settings-queries.ts'

const hourMinutes = 60

/** Shows nothing if nothing can ring and nothing is muted. */
export function MuteChoice() {
  return useCanRing() ? <Mute /> : null
}

function Mute() {
  const { isSuccess: isKnown } = useQuery(ringingSettingsQuery)
  const mutedText = useMutedText()
  const morning = tomorrowMorning(new Date(useNow()))
  const line = useRef<HTMLFieldSetElement>(null)
  const { mutate, isPending } = useRingingSettingsChange((muteForMinutes: number | null) => ({
    muteForMinutes,
  }))
  if (!isKnown) return null

  function muteFor(minutes: number | null) {
    if (isPending) return
    mutate(minutes, {
      // The tapped button disappears, so the focus moves to the fieldset.
      onSuccess: () => line.current?.focus(),
      onError: error => showToast('error', ringingTexts['rule.notChanged']({ why: problemText(error) })),
    })
  }

  const choice = (label: string, minutes: () => number | null) => (
    <button
      type="button"
      className={classes.choice}
      aria-disabled={isPending}
      onClick={() => muteFor(minutes())}
    >
      {label}
    </button>
  )

  return (
    <fieldset ref={line} aria-label={ringingDialogTexts.mute} tabIndex={-1} className={classes.mute}>
      {mutedText ? (
        <>
          <span>{mutedText}</span>
          {choice(ringingDialogTexts.unmute, () => null)}
        </>
      ) : (
        <>
          {choice(ringingDialogTexts.muteForAnHour, () => hourMinutes)}
          {choice(ringingDialogTexts.untilTomorrow({ time: timeOfDay(morning) }), () =>
            minutesUntil(morning, new Date()),
          )}
        </>
      )}
    </fieldset>
  )
}
