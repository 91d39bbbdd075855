import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { navigationTiming } from './navigation-timing.ts'

let wasRemovedHere = false

/**
 * Returns the query of an email's link. The query is a secret, so it is removed from the address. It is kept in the state of the
 * history entry, which survives a reload.
 */
export function useEmailLinkQuery(): string {
  const { pathname, search, state } = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    if (!search) return
    wasRemovedHere = true
    void navigate(pathname, { replace: true, state: { search } })
  }, [search, pathname, navigate])
  // Browsers keep this state even if the user then opens the address without a query in the same history entry.
  const isStillValid = wasRemovedHere || navigationTiming()?.type !== 'navigate'
  return search || (isStillValid && state?.search) || ''
}
