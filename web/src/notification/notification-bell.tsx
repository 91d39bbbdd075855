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
    <TopBarButton
      label="Notifications"
      description={unread > 0 ? `${unread} unread` : undefined}
      onClick={onClick}
    >
      <BellIcon />
      {unread > 0 && <span data-badge>{badgeText(unread)}</span>}
    </TopBarButton>
  )
}
