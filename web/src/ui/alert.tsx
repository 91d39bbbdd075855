import classes from './alert.module.css'
import { TickIcon, WarningIcon } from './icons.tsx'

/** An alert that a page passes to the next page in the state of the navigation. */
export type Alert = { message?: string; error?: string }

/** Shows the result of the user's last action: a success in green or an error in red. */
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
