import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import type { Alert } from './alert.tsx'

/** Opens another page after `afterMs`. Does nothing if the user has left this page by then. */
export function useRedirect(to: string, afterMs: number, alert?: Alert): void {
  const navigate = useNavigate()
  useEffect(() => {
    const timer = setTimeout(() => void navigate(to, { replace: true, state: alert }), afterMs)
    return () => clearTimeout(timer)
  }, [navigate, to, afterMs, alert])
}
