import type { ReactNode } from 'react'
import classes from './alert.module.css'
import { TickIcon, WarningIcon } from './icons.tsx'

/** The text of a success or an error. A page can pass an alert to the next page as its location state. */
export type Alert = { message?: string; error?: string }

export function AlertText({ message, error }: { message?: ReactNode; error?: string }) {
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
