import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { useAccount } from '#account/account-queries.ts'
import { receivedInvitationsQuery } from '#invitation/invitation-queries.ts'
import { InvitationsDialog } from '#invitation/invitations-dialog.tsx'
import { t } from '#texts/texts.ts'
import { EnvelopeIcon } from '#ui/icons.tsx'
import { useTopDialog } from '#ui/modals.ts'
import { TopBarButton } from '#ui/top-bar-button.tsx'
import { usePageHidden } from '#ui/use-page-hidden.ts'
import { showInvitationsOnce } from './shown-invitations.ts'

/** The envelope in the top bar and its dialog. */
export function InvitationCenter() {
  const { data } = useQuery(receivedInvitationsQuery)
  const pending = data?.length ?? 0
  const [opened, setOpened] = useAutoOpen(pending > 0)
  return (
    <>
      <TopBarButton name={t.invitation.envelope} icon={<EnvelopeIcon />} onClick={() => setOpened(true)}>
        {pending > 0 && (
          <>
            <span data-dot />
            <span className="sr-only">{t.invitation.pending(pending)}</span>
          </>
        )}
      </TopBarButton>
      <InvitationsDialog opened={opened} onClose={() => setOpened(false)} />
    </>
  )
}

/** Opens the dialog on the dashboard once after each sign-in, in the first visible tab. Waits until no other dialog is open. */
function useAutoOpen(hasPending: boolean) {
  const { uid } = useAccount()
  const { pathname } = useLocation()
  const isDialogOpen = useTopDialog() !== undefined
  const isHidden = usePageHidden()
  const [opened, setOpened] = useState(false)
  const mayOpen = hasPending && !isDialogOpen && !isHidden && pathname === '/dashboard'

  useEffect(() => {
    if (mayOpen) void showInvitationsOnce(uid, () => setOpened(true)).catch(() => {})
  }, [mayOpen, uid])

  return [opened, setOpened] as const
}
