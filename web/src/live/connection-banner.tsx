import classes from './connection-banner.module.css'
import type { Connection } from './connection-state.ts'
import { connectionText } from './connection-text.ts'
import { useShownConnection } from './use-shown-connection.ts'

/** Shows the state of the connection in the top bar while it is not live. Screen readers announce it. */
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

/** Shows the state of the connection beside a heading. Screen readers do not announce it, because they announce the banner. */
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
