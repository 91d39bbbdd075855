import { useQuery } from '@tanstack/react-query'
import { BellIcon } from '#ui/icons.tsx'
import { TopBarButton } from '#ui/top-bar-button.tsx'
import { badgeText } from './badge-text.ts'
import { unreadQuery } from './notification-queries.ts'

/** The bell with the number of unread notifications on it. */
export function NotificationBell({ onClick }: { onClick: () => void }) {
  const { data } = useQuery(unreadQuery)
  const unread = data?.unread ?? 0
  return (
    <TopBarButton name="Notifications" icon={<BellIcon />} onClick={onClick}>
      {unread > 0 && (
        <>
          <span data-badge>{badgeText(unread)}</span>
          <span className="sr-only">unread</span>
        </>
      )}
    </TopBarButton>
  )
}
