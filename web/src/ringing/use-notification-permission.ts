import { useSyncExternalStore } from 'react'

/** Returns 'denied' if the browser cannot show notifications. */
export function useNotificationPermission(): NotificationPermission {
  return useSyncExternalStore(subscribe, () =>
    'Notification' in window ? Notification.permission : 'denied',
  )
}

function subscribe(listener: () => void): () => void {
  let permission: PermissionStatus | undefined
  let isSubscribed = true
  navigator.permissions
    ?.query({ name: 'notifications' })
    .then(status => {
      if (!isSubscribed) return
      permission = status
      permission.addEventListener('change', listener)
    })
    .catch(() => {})
  return () => {
    isSubscribed = false
    permission?.removeEventListener('change', listener)
  }
}
