import { notifications } from '@mantine/notifications'
import type { ReactNode } from 'react'

export type ToastType = 'info' | 'success' | 'error' | 'warning'

export const toastMs = 5_000

/**
 * Tells something in the corner for five seconds, or for as long as is asked for; the clock stands still under the pointer and
 * the focus. Answers by what name it can be hidden.
 */
export function showToast(type: ToastType, message: ReactNode, stayMs = toastMs): string {
  const closeAfter = (autoClose: number | false) => notifications.update({ id, message, autoClose })
  const id: string = notifications.show({
    message,
    autoClose: stayMs,
    'data-type': type,
    role: type === 'error' ? 'alert' : 'status',
    onFocusCapture: () => closeAfter(false),
    onBlurCapture: () => closeAfter(stayMs),
  })
  return id
}
