import { notifications } from '@mantine/notifications'

export type ToastType = 'info' | 'success' | 'error' | 'warning'

export const toastMs = 5_000

/** Tells something in the corner for five seconds; the clock stands still under the pointer and the focus. */
export function showToast(type: ToastType, message: string): void {
  const id = notifications.show({
    message,
    role: type === 'error' ? 'alert' : 'status',
    className: type,
    autoClose: toastMs,
    onFocusCapture: () => notifications.update({ id, autoClose: false, message }),
    onBlurCapture: () => notifications.update({ id, autoClose: toastMs, message }),
  })
}
