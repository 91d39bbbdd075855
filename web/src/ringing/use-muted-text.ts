import { useQuery } from '@tanstack/react-query'
import { ringingTexts } from '#texts/ringing/ringing-texts.ts'
import { useNow } from '#ui/use-now.ts'
import { whenText } from './mute-times.ts'
import { ringingSettingsQuery } from './settings-queries.ts'

/** Returns null if the user's devices are not muted, or if the settings are not loaded. */
export function useMutedText(): string | null {
  const now = new Date(useNow())
  const { data } = useQuery(ringingSettingsQuery)
  const mutedUntil = data?.mutedUntil ? new Date(data.mutedUntil) : now
  return mutedUntil > now ? ringingTexts.mutedUntil(whenText(mutedUntil, now)) : null
}
