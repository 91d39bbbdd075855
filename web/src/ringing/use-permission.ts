import { useSyncExternalStore } from 'react'

/** Returns the browser's permission for notifications. The user can change it in the browser's settings at any time. */
export function usePermission(): NotificationPermission {
  return useSyncExternalStore(subscribe, () =>
    'Notification' in window ? Notification.permission : 'denied',
  )
}

function subscribe(listener: () => void): () => void {
  let permission: PermissionStatus | undefined
  let isWatched = true
  navigator.permissions
    ?.query({ name: 'notifications' })
    .then(status => {
      if (!isWatched) return
      permission = status
      permission.addEventListener('change', listener)
    })
    .catch(() => {})
  return () => {
    isWatched = false
    permission?.removeEventListener('change', listener)
  }
}
