import classes from './connection-banner.module.css'
import type { Connection } from './connection-state.ts'
import { connectionText } from './connection-text.ts'
import { useShownConnection } from './use-shown-connection.ts'

/** Shows the state of the connection in the top bar while the connection is not live. Screen readers announce the state. */
export function ConnectionBanner() {
  const connection = useShownConnection()
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

/** Shows the state of the connection beside a heading. It is not announced by screen readers, because the banner already is. */
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
