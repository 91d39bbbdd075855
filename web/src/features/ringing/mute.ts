import ringingTexts from 'texts:ringing'
import ringingDialogTexts from 'texts:ringing-dialogs'
import { useQuery } from '@tanstack/react-query'
import { problemText } from '#api/problem-text.ts'
import { timeOfDay } from '#texts/date-format.ts'
import { showToast } from '#ui/toast.ts'
import { useNow } from '#ui/use-now.ts'
import { useCanRing } from './can-ring.ts'
import { minutesUntil, tomorrowMorning, useMutedText } from './mute-times.ts'
import { ringingSettingsQuery, useRingingSettingsChange } from './settings-queries.ts'

/** Mutes all devices and hooks of the user. `canRing` is false if nothing can ring and nothing is muted. */
export function useMute() {
  const canRing = useCanRing()
  const { isSuccess: isKnown } = useQuery({ ...ringingSettingsQuery, enabled: canRing })
  const mutedText = useMutedText()
  const morning = tomorrowMorning(new Date(useNow()))
  const { mutateAsync, isPending } = useRingingSettingsChange((muteForMinutes: number | null) => ({
    muteForMinutes,
  }))

  /** Null unmutes. Returns whether the server has done it. */
  async function muteFor(minutes: number | null): Promise<boolean> {
    if (isPending) return false
    try {
      await mutateAsync(minutes)
      return true
    } catch (error) {
      showToast('error', ringingTexts['rule.notChanged']({ why: problemText(error) }))
      return false
    }
  }

  return {
    canRing: canRing && isKnown,
    mutedText,
    untilMorning: {
      text: ringingDialogTexts.untilTomorrow({ time: timeOfDay(morning) }),
      minutes: () => minutesUntil(morning, new Date()),
    },
    muteFor,
    isPending,
  }
}
