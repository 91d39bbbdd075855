import notificationTexts from 'texts:notification'
import type { Notification, NotificationType } from '@grouplight/contract/notification.ts'
import type { ComponentType, Ref } from 'react'
import { BellIcon, EnvelopeIcon, MegaphoneIcon, PeopleIcon, PersonIcon } from '#ui/icons.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { noticeText } from './notice-text.ts'
import classes from './notification-item.module.css'

type Icon = ComponentType<{ size?: number }>

const icons: Partial<Record<string, Icon>> = {
  invite: EnvelopeIcon,
  group: PeopleIcon,
  membership: PersonIcon,
  admin: MegaphoneIcon,
} satisfies Record<NotificationType, Icon>

type NotificationItemProps = { notification: Notification; onClick: () => void; ref?: Ref<HTMLButtonElement> }

export function NotificationItem({ notification, onClick, ref }: NotificationItemProps) {
  const { type, message, read, createdAt } = notification
  const Icon = icons[type] ?? BellIcon
  return (
    <li>
      <button
        ref={ref}
        type="button"
        className={classes.item}
        data-unread={!read || undefined}
        onClick={onClick}
      >
        <span className={classes.icon} data-type={type}>
          <Icon size={20} />
        </span>
        <span className={classes.text}>
          <span className={classes.message}>{noticeText(notification) ?? message}</span>
          <span className={classes.when}>
            {!read && <span className="sr-only">{notificationTexts.isUnread}</span>}
            <RelativeTime at={createdAt} />
          </span>
        </span>
        <span className={classes.dot} />
      </button>
    </li>
  )
}
