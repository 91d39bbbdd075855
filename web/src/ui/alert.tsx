import classes from './alert.module.css'
import { TickIcon, WarningIcon } from './icons.tsx'

/** Also passed from one page to the next, in the navigation's state. */
export type Alert = { message?: string; error?: string }

/** A sentence about what just happened: a message in green, an error in red. */
export function AlertText({ message, error }: Alert) {
  return (
    <>
      {message && (
        <p className={classes.alert} data-kind="message" role="status">
          <TickIcon size={20} strokeWidth={2.4} />
          <span>{message}</span>
        </p>
      )}
      {error && (
        <p className={classes.alert} data-kind="error" role="alert">
          <WarningIcon size={20} />
          <span>{error}</span>
        </p>
      )}
    </>
  )
}
