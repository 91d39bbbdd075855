import { notifications } from '@mantine/notifications'

export type ToastType = 'info' | 'success' | 'error' | 'warning'

export const toastMs = 5_000

/** Tells something in the corner for five seconds; the clock stands still under the pointer and the focus. */
export function showToast(type: ToastType, message: string): void {
  const closeAfter = (autoClose: number | false) => notifications.update({ id, message, autoClose })
  const id: string = notifications.show({
    message,
    'data-type': type,
    role: type === 'error' ? 'alert' : 'status',
    onFocusCapture: () => closeAfter(false),
    onBlurCapture: () => closeAfter(toastMs),
  })
}
