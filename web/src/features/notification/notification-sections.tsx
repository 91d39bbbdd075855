import dialogTexts from 'texts:notification-dialogs'
import type { Notification } from '@grouplight/contract/notification.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, type Ref, useId } from 'react'
import { groupsQuery } from '#features/group/group-queries.ts'
import { knownGroup } from '#features/group/group-store.ts'
import { isToday } from '#features/members/since-text.ts'
import { useToday } from '#ui/use-now.ts'
import { type Entry, foldNotifications } from './fold-notifications.ts'
import { FoldedNotifications } from './folded-notifications.tsx'
import { type MemberOf, NotificationItem } from './notification-item.tsx'
import classes from './notification-list.module.css'

type NotificationSectionsProps = {
  notifications: Notification[]
  onClick: (notification: Notification) => void
  /** The row of the notification `marked` gets the ref. */
  marked: Notification | undefined
  ref: Ref<HTMLButtonElement>
}

export function NotificationSections(props: NotificationSectionsProps) {
  const { notifications, onClick, marked, ref } = props
  const today = useToday()
  const memberOf = useMemberOf()
  const entries = foldNotifications(notifications)
  const isNew = ({ newest }: Entry) => isToday(new Date(newest.createdAt), today)

  const itemOf = (notification: Notification) => (
    <NotificationItem
      key={notification.id}
      notification={notification}
      memberOf={memberOf}
      ref={notification === marked ? ref : undefined}
      onClick={() => onClick(notification)}
    />
  )
  const rowOf = (entry: Entry) =>
    entry.all.length === 1 ? (
      itemOf(entry.newest)
    ) : (
      <FoldedNotifications
        key={entry.key}
        entry={entry}
        memberOf={memberOf}
        ref={entry.all.some(one => one === marked) ? ref : undefined}
      >
        {entry.all.map(itemOf)}
      </FoldedNotifications>
    )
  return (
    <>
      <Section title={dialogTexts.today} entries={entries.filter(isNew)}>
        {rowOf}
      </Section>
      <Section title={dialogTexts.earlier} entries={entries.filter(entry => !isNew(entry))}>
        {rowOf}
      </Section>
    </>
  )
}

type SectionProps = { title: string; entries: Entry[]; children: (entry: Entry) => ReactNode }

function Section({ title, entries, children }: SectionProps) {
  const id = useId()
  if (entries.length === 0) return null
  return (
    <>
      <h3 id={id} className={classes.section}>
        {title}
      </h3>
      <ul className={classes.list} aria-labelledby={id}>
        {entries.map(children)}
      </ul>
    </>
  )
}

/** The members of a large group are known only if its page was open. */
function useMemberOf(): MemberOf {
  const queryClient = useQueryClient()
  // Renders the list again after each change of a group.
  useQuery(groupsQuery)
  return ({ relatedGroupId, relatedUserId }) =>
    relatedGroupId === null
      ? undefined
      : knownGroup(queryClient, relatedGroupId)?.members.find(({ userId }) => userId === relatedUserId)
}
