import { t } from '#texts/texts.ts'
import classes from './loading-notifications.module.css'

export function LoadingNotifications() {
  return <p className={classes.loading}>{t.notification.loading}</p>
}
