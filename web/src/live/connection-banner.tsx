import classes from './connection-banner.module.css'
import { useConnection } from './connection-state.ts'
import { connectionText } from './connection-text.ts'

/** Says, over every page, when the screen does not follow what happens. While it does, nothing. */
export function ConnectionBanner() {
  const connection = useConnection()
  const isLive = connection.status === 'live'
  return (
    <div className={classes.place} role="status">
      {!isLive && (
        <span className={classes.banner} data-status={connection.status}>
          <i className={classes.dot} />
          {connectionText(connection)}
        </span>
      )}
    </div>
  )
}

/** The same as a quiet word beside a heading. It is not announced: the banner is. */
export function ConnectionDot() {
  const connection = useConnection()
  return (
    <span className={classes.quiet} data-status={connection.status}>
      <i className={classes.dot} />
      {connectionText(connection)}
    </span>
  )
}
