import classes from './alert.module.css'
import { TickIcon, WarningIcon } from './icons.tsx'

/** What one page tells the next by the navigation's state. */
export type Alert = { message?: string; error?: string }

/** A sentence about what just happened: a message in green, an error in red. Announced when it appears. */
export function AlertText({ message, error }: Alert) {
  return (
    <>
      {message && (
        <p className={classes.notice} data-kind="message" role="status">
          <TickIcon size={20} strokeWidth={2.4} />
          <span>{message}</span>
        </p>
      )}
      {error && (
        <p className={classes.notice} data-kind="error" role="alert">
          <WarningIcon size={20} />
          <span>{error}</span>
        </p>
      )}
    </>
  )
}
