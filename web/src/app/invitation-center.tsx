import invitationTexts from 'texts:invitation'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { useAccount } from '#features/account/account-queries.ts'
import { receivedInvitationsQuery } from '#features/invitation/invitation-queries.ts'
import { InvitationsDialog } from '#features/invitation/lazy-invitations-dialog.ts'
import { EnvelopeIcon } from '#ui/icons.tsx'
import { useTopDialog } from '#ui/modals.ts'
import { TopBarButton } from '#ui/top-bar-button.tsx'
import { useLazyDialog } from '#ui/use-lazy-dialog.tsx'
import { useOpenOnDemand } from '#ui/use-open-on-demand.ts'
import { usePageHidden } from '#ui/use-page-hidden.ts'
import { showInvitationsOnce } from './shown-invitations.ts'

export function InvitationCenter() {
  const { data } = useQuery(receivedInvitationsQuery)
  const pending = data?.length ?? 0
  const { open, dialog } = useLazyDialog(InvitationsDialog, {})
  useAutoOpen(pending > 0, open)
  // The link in an invitation email demands it.
  useOpenOnDemand('opensInvitations', open)
  return (
    <>
      <TopBarButton name={invitationTexts.envelope} icon={<EnvelopeIcon />} onClick={open}>
        {pending > 0 && (
          <>
            <span data-dot />
            <span className="sr-only">{invitationTexts.pending({ count: pending })}</span>
          </>
        )}
      </TopBarButton>
      {dialog}
    </>
  )
}

/** Calls `open` once after each sign-in, as soon as invitations are pending and the visible dashboard shows no dialog. */
function useAutoOpen(hasPending: boolean, open: () => void) {
  const { uid } = useAccount()
  const { pathname } = useLocation()
  const isDialogOpen = useTopDialog() !== undefined
  const isHidden = usePageHidden()
  const mayOpen = hasPending && !isDialogOpen && !isHidden && pathname === '/dashboard'

  useEffect(() => {
    if (mayOpen) void showInvitationsOnce(uid, open).catch(() => {})
  }, [mayOpen, uid, open])
}
