import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'

/**
 * What the link of a letter carries behind its '?'. It is a secret, so it is taken off the address, and kept with this place in
 * the tab's history: a reload has it still.
 */
export function useLinkSearch(): string {
  const { pathname, search, state } = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    if (search) void navigate(pathname, { replace: true, state: { search } })
  }, [search, pathname, navigate])
  return search || (state?.search ?? '')
}
