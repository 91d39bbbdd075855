import { useQuery } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { unreadQuery } from '#notification/notification-queries.ts'
import { appName } from '#ui/product.ts'

/** The tab's title: the product's name, and before it how many are unread while nobody looks at the tab. */
export function tabTitle(unread: number, hidden: boolean): string {
  return hidden && unread > 0 ? `(${unread}) ${appName}` : appName
}

/** A component of its own, so that a new notification does not draw the whole shell again. */
export function TabTitle(): null {
  const { data } = useQuery(unreadQuery)
  const hidden = useSyncExternalStore(subscribe, () => document.hidden)
  const title = tabTitle(data?.unread ?? 0, hidden)
  useEffect(() => {
    document.title = title
    return () => {
      document.title = appName
    }
  }, [title])
  return null
}

function subscribe(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}
