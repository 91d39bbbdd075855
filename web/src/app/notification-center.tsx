import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { useNavigate } from 'react-router'
import { useAccount } from '#features/account/account-queries.ts'
import { groupsQuery } from '#features/group/group-queries.ts'
import { NotificationBell } from '#features/notification/notification-bell.tsx'
import type { Destination } from '#features/notification/notification-destination.ts'
import { NotificationsDialog } from '#features/notification/notifications-dialog.tsx'
import { ringOfferNotificationId } from '#features/ringing/ring-offer-storage.ts'
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

  function ringOffer(newestStatusId: number | undefined) {
    const below = ringOfferNotificationId(uid, newestStatusId)
    if (below === undefined) return null
    const content = (
      <Suspense>
        <RingOffer notificationId={below} onLeave={() => setOpened(false)} />
      </Suspense>
    )
    return { below, content }
  }

  return (
    <>
      <NotificationBell onClick={() => setOpened(true)} />
      <NotificationsDialog
        opened={opened}
        onClose={() => setOpened(false)}
        onChoose={open}
        ringOffer={ringOffer}
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
