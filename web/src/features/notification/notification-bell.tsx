import notificationTexts from 'texts:notification'
import { useQuery } from '@tanstack/react-query'
import { BellIcon } from '#ui/icons.tsx'
import { TopBarButton } from '#ui/top-bar-button.tsx'
import { unreadQuery } from './notification-queries.ts'

export function NotificationBell({ onClick }: { onClick: () => void }) {
  const { data } = useQuery(unreadQuery)
  const unread = data?.unread ?? 0
  return (
    <TopBarButton name={notificationTexts.title} icon={<BellIcon />} onClick={onClick}>
      {unread > 0 && (
        <>
          <span data-badge dir="ltr">
            {badgeText(unread)}
          </span>
          <span className="sr-only">{notificationTexts.unread}</span>
        </>
      )}
    </TopBarButton>
  )
}

function badgeText(count: number): string {
  return count > 9 ? '9+' : String(count)
}
