import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import type { Alert } from './alert.tsx'

/** Goes on by itself after a while, unless one has left the page by then. */
export function useRedirect(to: string, afterMs: number, notice?: Alert): void {
  const navigate = useNavigate()
  useEffect(() => {
    const timer = setTimeout(() => void navigate(to, { replace: true, state: notice }), afterMs)
    return () => clearTimeout(timer)
  }, [navigate, to, afterMs, notice])
}
