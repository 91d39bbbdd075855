import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import type { Alert } from './alert.tsx'

/** Does nothing if the user leaves the page before `afterMs` has passed. */
export function useRedirect(to: string, afterMs: number, alert?: Alert): void {
  const navigate = useNavigate()
  useEffect(() => {
    const timer = setTimeout(() => void navigate(to, { replace: true, state: alert }), afterMs)
    return () => clearTimeout(timer)
  }, [navigate, to, afterMs, alert])
}
