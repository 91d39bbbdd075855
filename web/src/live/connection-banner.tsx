import { useEffect, useState } from 'react'
import classes from './connection-banner.module.css'
import { type Connection, useConnection } from './connection-state.ts'
import { connectionText } from './connection-text.ts'

export function ConnectionBanner() {
  const connection = useShownConnection()
  const isOffline = connection?.status === 'offline'
  // The style sheets show counts and lamps without their colour, because they may be out of date.
  useEffect(() => {
    const root = document.documentElement
    root.toggleAttribute('data-offline', isOffline)
    return () => root.removeAttribute('data-offline')
  }, [isOffline])
  return (
    <div role="status">
      {connection && connection.status !== 'live' && (
        <div className={classes.banner} data-status={connection.status}>
          <Status connection={connection} />
        </div>
      )}
    </div>
  )
}

/** Screen readers do not announce this label. They announce the banner, which has the same text while the connection is not live. */
export function ConnectionLabel() {
  const connection = useShownConnection()
  return <span className={classes.quiet}>{connection && <Status connection={connection} />}</span>
}

function Status({ connection }: { connection: Connection }) {
  return (
    <span className={classes.status} data-status={connection.status}>
      <i className={classes.dot} />
      {connectionText(connection)}
    </span>
  )
}

/** A lost connection is shown only after this time, because the next attempt mostly starts within half a second. */
const afterLossMs = 1_000
const afterOpeningMs = 3_000

/** Returns null until the first connection is live, or has taken too long to become live. */
function useShownConnection(): Connection | null {
  const connection = useConnection()
  const [shown, setShown] = useState(() => (connection.status === 'reconnecting' ? null : connection))
  useEffect(() => {
    const timer = setTimeout(setShown, delayMs(connection), connection)
    return () => clearTimeout(timer)
  }, [connection])
  return shown
}

function delayMs({ status, asOf }: Connection): number {
  if (status !== 'reconnecting') return 0
  return asOf === null ? afterOpeningMs : afterLossMs
}
