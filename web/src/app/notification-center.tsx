import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { useNavigate } from 'react-router'
import { useAccount } from '#features/account/account-queries.ts'
import { groupsQuery } from '#features/group/group-queries.ts'
import { NotificationBell } from '#features/notification/notification-bell.tsx'
import type { Destination } from '#features/notification/notification-destination.ts'
import { NotificationsDialog } from '#features/notification/notifications-dialog.tsx'
import { mayOfferRinging } from '#features/ringing/ring-offer-storage.ts'
import { MuteChoice, RingOffer } from '#features/ringing/ringing.ts'

/** A notification opens the page of a group only if the user is still a member. */
export function NotificationCenter() {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { uid } = useAccount()
  const [opened, setOpened] = useState(false)

  async function open({ path, groupId, state }: Destination) {
    if (groupId) {
      const groups = await queryClient.ensureQueryData(groupsQuery).catch(() => [])
      if (!groups.some(group => group.id === groupId)) return
    }
    setOpened(false)
    await navigate(path, { state })
  }

  return (
    <>
      <NotificationBell onClick={() => setOpened(true)} />
      <NotificationsDialog
        opened={opened}
        onClose={() => setOpened(false)}
        onChoose={open}
        ringOffer={
          mayOfferRinging(uid) && (
            <Suspense>
              <RingOffer onLeave={() => setOpened(false)} />
            </Suspense>
          )
        }
        mute={
          <ErrorBoundary fallback={null}>
            <Suspense>
              <MuteChoice />
            </Suspense>
          </ErrorBoundary>
        }
      />
    </>
  )
}
