import { useQuery } from '@tanstack/react-query'
import { ringingTexts } from '#texts/ringing/ringing-texts.ts'
import { useNow } from '#ui/use-now.ts'
import { whenText } from './mute-times.ts'
import { settingsQuery } from './settings-queries.ts'

/** Returns 'Muted until 15:00', or null if the devices are not muted. */
export function useMutedText(): string | null {
  const now = new Date(useNow())
  const { data } = useQuery(settingsQuery)
  const mutedUntil = data?.mutedUntil ? new Date(data.mutedUntil) : now
  return mutedUntil > now ? ringingTexts.mutedUntil(whenText(mutedUntil, now)) : null
}
