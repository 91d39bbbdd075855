import { useEffect, useState } from 'react'
import { t } from '#texts/texts.ts'
import iconButton from './icon-button.module.css'
import { CrossIcon, InfoIcon, TickIcon, WarningIcon } from './icons.tsx'
import { hideToast, type Toast } from './toast.ts'
import classes from './toast-card.module.css'

type ToastCardProps = {
  toast: Toast
  /** Whether its time stands still. */
  isHeld: boolean
  /** It has the pointer or the focus, or, without an id, no longer has it. */
  onPoint: (id?: number) => void
  onFocus: (id?: number) => void
}

const icons = { info: InfoIcon, success: TickIcon, warning: WarningIcon, error: WarningIcon }

export function ToastCard({ toast, isHeld, onPoint, onFocus }: ToastCardProps) {
  const { id, type, message, stayMs, isLeaving } = toast
  const isSaid = useIsSaid()
  useEffect(() => {
    if (isHeld) return
    const over = setTimeout(() => hideToast(id), stayMs)
    return () => clearTimeout(over)
  }, [isHeld, id, stayMs])

  const Icon = icons[type]
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: there is nothing to do here, only to look at.
    <div
      className={classes.toast}
      role={type === 'error' ? 'alert' : 'status'}
      aria-live={isSaid ? 'off' : undefined}
      data-leaving={isLeaving || undefined}
      onMouseEnter={() => onPoint(id)}
      onMouseLeave={() => onPoint()}
      onFocus={() => onFocus(id)}
      onBlur={() => onFocus()}
    >
      <span className={classes.icon} data-type={type}>
        <Icon size={18} strokeWidth={2.2} />
      </span>
      <span className={classes.message}>{message}</span>
      <button
        type="button"
        className={`${iconButton.icon} ${classes.close}`}
        aria-label={t.ui.close}
        onClick={() => hideToast(id)}
      >
        <CrossIcon size={18} />
      </button>
    </div>
  )
}

/** Whether a screen reader has had the time to say it: it must not say it again when a dialog opens or closes. */
function useIsSaid(): boolean {
  const [isSaid, setIsSaid] = useState(false)
  useEffect(() => {
    const said = setTimeout(() => setIsSaid(true), 1_000)
    return () => clearTimeout(said)
  }, [])
  return isSaid
}
