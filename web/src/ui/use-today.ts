import { useMemo } from 'react'
import { useNow } from './use-now.ts'

/** Returns the start of today in the browser's time zone. The result is the same Date object until midnight. */
export function useToday(): Date {
  const today = new Date(useNow()).setHours(0, 0, 0, 0)
  return useMemo(() => new Date(today), [today])
}
