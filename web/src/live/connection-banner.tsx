import { useEffect } from 'react'
import classes from './connection-banner.module.css'
import type { Connection } from './connection-state.ts'
import { connectionText } from './connection-text.ts'
import { useShownConnection } from './use-shown-connection.ts'

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
        <div className={classes.banner}>
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
