import { startOfDay } from 'date-fns'
import { useMemo } from 'react'
import { useNow } from '#ui/use-now.ts'

/** Returns the start of today. The hook returns the same Date object until midnight. */
export function useToday(): Date {
  const today = startOfDay(useNow()).getTime()
  return useMemo(() => new Date(today), [today])
}
