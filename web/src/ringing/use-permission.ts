import { useSyncExternalStore } from 'react'

/** Returns the permission for notifications, and follows its changes. It is 'denied' if the browser cannot show notifications. */
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
