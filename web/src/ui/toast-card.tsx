import appTexts from 'texts:app'
import { useEffect, useState } from 'react'
import iconButton from './icon-button.module.css'
import { CrossIcon, InfoIcon, TickIcon, WarningIcon } from './icons.tsx'
import { hideToast, type Toast } from './toast.ts'
import classes from './toast-card.module.css'

type ToastCardProps = {
  toast: Toast
  isPaused: boolean
  /** Called with the toast's id when the pointer enters the toast, and without an id when the pointer leaves the toast. */
  onHover: (id?: number) => void
  /** Called with the toast's id when the toast gets the focus, and without an id when the toast loses the focus. */
  onFocus: (id?: number) => void
}

const icons = { info: InfoIcon, success: TickIcon, warning: WarningIcon, error: WarningIcon }

export function ToastCard({ toast, isPaused, onHover, onFocus }: ToastCardProps) {
  const { id, type, message, action, stayMs, isLeaving } = toast
  const isAnnounced = useIsAnnounced()
  useEffect(() => {
    if (isPaused) return
    const timer = setTimeout(() => hideToast(id), stayMs)
    return () => clearTimeout(timer)
  }, [isPaused, id, stayMs])

  const Icon = icons[type]
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the pointer only pauses the toasts.
    <div
      className={classes.toast}
      role={type === 'error' ? 'alert' : 'status'}
      aria-live={isAnnounced ? 'off' : undefined}
      data-type={type}
      data-leaving={isLeaving || undefined}
      onMouseEnter={() => onHover(id)}
      onMouseLeave={() => onHover()}
      onFocus={() => onFocus(id)}
      onBlur={() => onFocus()}
    >
      <span className={classes.icon}>
        <Icon size={18} strokeWidth={2.2} />
      </span>
      <span className={classes.message}>{message}</span>
      {action && <> {action}</>}
      <button
        type="button"
        className={`${iconButton.icon} ${classes.close}`}
        aria-label={appTexts.close}
        onClick={() => hideToast(id)}
      >
        <CrossIcon size={18} />
      </button>
    </div>
  )
}

/** After a second, screen readers have announced the toast. They must not announce it again when it moves into or out of a dialog. */
function useIsAnnounced(): boolean {
  const [isAnnounced, setIsAnnounced] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsAnnounced(true), 1_000)
    return () => clearTimeout(timer)
  }, [])
  return isAnnounced
}
