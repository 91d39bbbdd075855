import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { navigationTiming } from './navigation-timing.ts'

let wasRemovedHere = false

/**
 * The query of an email's link. It is a secret, so it is removed from the address, and kept in the state of this history entry:
 * after a reload it is still there.
 */
export function useEmailLinkQuery(): string {
  const { pathname, search, state } = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    if (!search) return
    wasRemovedHere = true
    void navigate(pathname, { replace: true, state: { search } })
  }, [search, pathname, navigate])
  // Browsers keep the state of the history entry also when the address without a query is opened in its place.
  const isStillValid = wasRemovedHere || navigationTiming()?.type !== 'navigate'
  return search || (isStillValid && state?.search) || ''
}
