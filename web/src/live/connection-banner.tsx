import classes from './connection-banner.module.css'
import { type Connection, useConnection } from './connection-state.ts'
import { connectionText } from './connection-text.ts'

/** Says in the top bar, aloud too, when the screen does not follow what happens. While it does, nothing. */
export function ConnectionBanner() {
  const connection = useConnection()
  return (
    <div role="status">
      {connection.status !== 'live' && !isFirstAttempt(connection) && (
        <div className={classes.banner}>
          <Status connection={connection} />
        </div>
      )}
    </div>
  )
}

/** The same as a quiet word beside a heading. It is not announced: the banner is. */
export function ConnectionDot() {
  const connection = useConnection()
  return (
    <span className={classes.quiet}>{!isFirstAttempt(connection) && <Status connection={connection} />}</span>
  )
}

/** Nothing was lost yet: the page has just been opened. */
function isFirstAttempt({ status, asOf }: Connection) {
  return status === 'reconnecting' && asOf === null
}

function Status({ connection }: { connection: Connection }) {
  return (
    <span className={classes.status} data-status={connection.status}>
      <i className={classes.dot} />
      {connectionText(connection)}
    </span>
  )
}
