import { withoutPunctuation } from '@grouplight/contract/link-punctuation.ts'
import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { navigationTiming } from './navigation-timing.ts'

let wasRemovedHere = false

/**
 * Moves the query from the address to the state of the history entry, because the query contains a secret. A reload still finds
 * the query there.
 */
export function useEmailLinkQuery(): string {
  const { pathname, search, state } = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    if (!search) return
    wasRemovedHere = true
    void navigate(pathname, { replace: true, state: { search } })
  }, [search, pathname, navigate])
  // Browsers keep the state of the history entry even if the user opens the address again without a query. Then the state is
  // ignored.
  const isStillValid = wasRemovedHere || navigationTiming()?.type !== 'navigate'
  return withoutPunctuation(search || (isStillValid && state?.search) || '')
}
