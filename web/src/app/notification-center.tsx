import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { useNavigate } from 'react-router'
import { useAccount } from '#account/account-queries.ts'
import { groupsQuery } from '#group/group-queries.ts'
import { NotificationBell } from '#notification/notification-bell.tsx'
import { NotificationsDialog } from '#notification/notifications-dialog.tsx'
import type { Place } from '#notification/place-of.ts'
import { offerPlace } from '#ringing/offered.ts'
import { MuteChoice, RingOffer } from '#ringing/ringing.ts'

/** A notification opens a section of the profile, the page of a group if the user is still a member, or no page. */
export function NotificationCenter() {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { uid } = useAccount()
  const [opened, setOpened] = useState(false)

  async function open({ path, groupId, state }: Place) {
    if (groupId) {
      const groups = await queryClient.ensureQueryData(groupsQuery).catch(() => [])
      if (!groups.some(group => group.id === groupId)) return
    }
    setOpened(false)
    await navigate(path, { state })
  }

  function offerRinging(newestStatusId: number | undefined) {
    const below = offerPlace(uid, newestStatusId)
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
        offer={offerRinging}
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
