import { useEffect, useReducer } from 'react'

/** Whether an instant has come (null: long ago). It says so by itself when it comes. */
export function useHasCome(instant: string | null): boolean {
  const [, lookAgain] = useReducer((looks: number) => looks + 1, 0)
  useEffect(() => {
    if (instant === null) return
    const timer = setTimeout(lookAgain, Math.max(0, Date.parse(instant) - Date.now()))
    return () => clearTimeout(timer)
  }, [instant])
  return instant === null || Date.parse(instant) <= Date.now()
}
