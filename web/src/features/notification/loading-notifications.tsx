import notificationTexts from 'texts:notification'
import classes from './loading-notifications.module.css'

export function LoadingNotifications() {
  return <p className={classes.loading}>{notificationTexts.loading}</p>
}
