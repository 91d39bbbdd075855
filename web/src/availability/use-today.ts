import { startOfToday } from 'date-fns'
import { useMemo, useSyncExternalStore } from 'react'

const lookEveryMs = 30_000

/** The start of today, as one steady object until midnight: 'since 14:05' must not outlive its day. */
export function useToday(): Date {
  const today = useSyncExternalStore(everyMoment, () => startOfToday().getTime())
  return useMemo(() => new Date(today), [today])
}

function everyMoment(look: () => void) {
  const timer = setInterval(look, lookEveryMs)
  return () => clearInterval(timer)
}
