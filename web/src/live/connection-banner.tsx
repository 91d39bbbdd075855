import classes from './connection-banner.module.css'
import type { Connection } from './connection-state.ts'
import { connectionText } from './connection-text.ts'
import { useShownConnection } from './use-shown-connection.ts'

/** Says in the top bar, aloud too, when the screen does not follow what happens. While it does, nothing. */
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

/** The same as a quiet word beside a heading. It is not announced: the banner is. */
export function ConnectionDot() {
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
