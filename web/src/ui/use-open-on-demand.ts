import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'

type Demand = 'opensInvite' | 'opensSettings' | 'opensInvitations'

/** Opens a dialog that the state of the location demands. A reload does not open the dialog again. */
export function useOpenOnDemand(demand: Demand, open: () => void, isAllowed = true): void {
  const { state, pathname } = useLocation()
  const navigate = useNavigate()
  const isDemanded = isAllowed && state?.[demand] === true
  useEffect(() => {
    if (!isDemanded) return
    open()
    void navigate(pathname, { replace: true })
  }, [isDemanded, pathname, navigate, open])
}
