import dialogTexts from 'texts:notification-dialogs'
import type { Notification, NotificationType } from '@grouplight/contract/notification.ts'
import type { ComponentType, ReactNode, Ref } from 'react'
import { isLit, isUnconfirmed, type ShownMember } from '#features/group/shown-member.ts'
import { MemberAvatar } from '#features/members/member-avatar.tsx'
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

/** Returns what is known of the member whom the notification is about. */
export type MemberOf = (notification: Notification) => ShownMember | undefined

type NotificationItemProps = {
  notification: Notification
  memberOf: MemberOf
  onClick: () => void
  ref?: Ref<HTMLButtonElement> | undefined
}

export function NotificationItem({ notification, memberOf, onClick, ref }: NotificationItemProps) {
  return (
    <li>
      <button
        ref={ref}
        type="button"
        className={classes.item}
        data-unread={!notification.read || undefined}
        data-over={isOver(notification, memberOf) || undefined}
        onClick={onClick}
      >
        <ItemContent
          notification={notification}
          text={noticeText(notification) ?? notification.message}
          isUnread={!notification.read}
          memberOf={memberOf}
        />
        <span className={classes.dot} />
      </button>
    </li>
  )
}

type ItemContentProps = {
  notification: Notification
  text: string
  isUnread: boolean
  memberOf: MemberOf
  children?: ReactNode
}

export function ItemContent({ notification, text, isUnread, memberOf, children }: ItemContentProps) {
  const { type, createdAt } = notification
  return (
    <>
      <span className={classes.icon} data-type={type}>
        <Lamp notification={notification} member={memberOf(notification)} />
      </span>
      <span className={classes.text}>
        <span className={classes.message}>{text}</span>
        <span className={classes.when}>
          {isUnread && <span className="sr-only">{dialogTexts.isUnread}</span>}
          <RelativeTime at={createdAt} />
          {children}
        </span>
      </span>
    </>
  )
}

function Lamp({ notification, member }: { notification: Notification; member: ShownMember | undefined }) {
  const { type, relatedUserName: name } = notification
  const Icon = icons[type] ?? BellIcon
  if (type !== 'membership' || !name) return <Icon size={20} />
  const [available, unconfirmed] = member ? [isLit(member), isUnconfirmed(member)] : [false, false]
  return <MemberAvatar name={name} available={available} unconfirmed={unconfirmed} large isInText={false} />
}

/** Whether the member who became available is known to be unavailable again. */
export function isOver(notification: Notification, memberOf: MemberOf): boolean {
  return notification.action === 'status' && memberOf(notification)?.status === false
}
