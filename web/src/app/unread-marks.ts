import { mostUnread } from '@grouplight/contract/notification.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { unreadQuery } from '#features/notification/notification-queries.ts'
import { appName } from '#ui/site.ts'
import { usePageHidden } from '#ui/use-page-hidden.ts'

export function tabTitle(unread: number, hidden: boolean): string {
  if (!hidden || unread === 0) return appName
  return `(${unread < mostUnread ? unread : `${mostUnread - 1}+`}) ${appName}`
}

/** This is a component, because as a React hook it would render the whole shell again whenever the unread number changes. */
export function UnreadMarks(): null {
  const { data } = useQuery(unreadQuery)
  const hidden = usePageHidden()
  const unread = data?.unread ?? 0
  const title = tabTitle(unread, hidden)
  useEffect(() => {
    document.title = title
    return () => {
      document.title = appName
    }
  }, [title])
  useEffect(() => {
    markIcons(unread)
    return () => markIcons(0)
  }, [unread])
  return null
}

function markIcons(unread: number): void {
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
  if (icon) icon.href = unread > 0 ? '/favicon-unread.svg' : '/favicon.svg'
  // Some browsers lack badges, and some refuse them to pages that are not installed.
  void navigator.setAppBadge?.(unread).catch(() => {})
}
