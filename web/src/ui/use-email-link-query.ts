import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { navigationTiming } from './navigation-timing.ts'

let isTakenHere = false

/**
 * What the link of an email carries behind its '?'. It is a secret, so it is taken off the address, and kept with this place in
 * the tab's history: a reload has it still.
 */
export function useEmailLinkQuery(): string {
  const { pathname, search, state } = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    if (!search) return
    isTakenHere = true
    void navigate(pathname, { replace: true, state: { search } })
  }, [search, pathname, navigate])
  // Browsers keep the history's state also for who opens the bare address in its place.
  const isStillMeant = isTakenHere || navigationTiming()?.type !== 'navigate'
  return search || (isStillMeant && state?.search) || ''
}
