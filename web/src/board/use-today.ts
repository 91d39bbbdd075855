import { startOfDay } from 'date-fns'
import { useMemo } from 'react'
import { useNow } from '#ui/use-now.ts'

/** The start of today, the same object until midnight. */
export function useToday(): Date {
  const today = startOfDay(useNow()).getTime()
  return useMemo(() => new Date(today), [today])
}
