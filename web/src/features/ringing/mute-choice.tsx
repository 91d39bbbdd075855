import ringingDialogTexts from 'texts:ringing-dialogs'
import { useRef } from 'react'
import { useMute } from './mute.ts'
import classes from './mute-choice.module.css'

const hourMinutes = 60

/** Shows nothing if nothing can ring and nothing is muted. */
export function MuteChoice() {
  const { canRing, mutedText, untilMorning, muteFor, isPending } = useMute()
  const line = useRef<HTMLFieldSetElement>(null)
  if (!canRing) return null

  const choice = (label: string, minutes: () => number | null) => (
    <button
      type="button"
      className={classes.choice}
      aria-disabled={isPending}
      // The tapped button disappears, so the focus moves to the fieldset.
      onClick={async () => (await muteFor(minutes())) && line.current?.focus()}
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
          {choice(untilMorning.text, untilMorning.minutes)}
        </>
      )}
    </fieldset>
  )
}
