import { t } from '#texts/texts.ts'
import '@mantine/notifications/styles.css'
import { type NotificationData, Notifications, notifications } from '@mantine/notifications'
import { ComponentLibrary } from './component-library.tsx'
import iconButton from './icon-button.module.css'
import { CrossIcon, InfoIcon, TickIcon, WarningIcon } from './icons.tsx'
import { type ToastType, toastMs } from './toast.ts'
import classes from './toast-corner.module.css'

const fadeMs = 300

/** What toasts are made of once there is one: the newest lowest, at most four at once. */
export function ToastCorner() {
  return (
    <ComponentLibrary>
      <Notifications
        position="bottom-right"
        limit={4}
        autoClose={toastMs}
        transitionDuration={fadeMs}
        containerWidth={400}
        renderNotification={toast => <Toast toast={toast} />}
      />
    </ComponentLibrary>
  )
}

const icons = { info: InfoIcon, success: TickIcon, warning: WarningIcon, error: WarningIcon }

function Toast({ toast }: { toast: NotificationData }) {
  const type: ToastType = toast['data-type']
  const Icon = icons[type]
  return (
    <div className={classes.toast}>
      <span className={classes.icon} data-type={type}>
        <Icon size={18} strokeWidth={2.2} />
      </span>
      <span className={classes.message}>{toast.message}</span>
      <button
        type="button"
        className={`${iconButton.icon} ${classes.close}`}
        aria-label={t.ui.close}
        onClick={() => toast.id && notifications.hide(toast.id)}
      >
        <CrossIcon size={18} />
      </button>
    </div>
  )
}
