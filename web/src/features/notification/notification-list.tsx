import dialogTexts from 'texts:notification-dialogs'
import type { Notification } from '@grouplight/contract/notification.ts'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { problemText } from '#api/problem-text.ts'
import { AlertText } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { BellIcon } from '#ui/icons.tsx'
import linkButton from '#ui/link-button.module.css'
import { showToast } from '#ui/toast.ts'
import { LoadingNotifications } from './loading-notifications.tsx'
import { type Destination, destinationOf } from './notification-destination.ts'
import classes from './notification-list.module.css'
import {
  notificationsQuery,
  unreadQuery,
  useReadNotification,
  useReadNotifications,
} from './notification-queries.ts'
import { NotificationSections } from './notification-sections.tsx'

export type NotificationListProps = {
  /** Called when the user has chosen a notification that opens a page. */
  onChoose: (destination: Destination) => void
  /** Shown once a member has become Available. */
  ringOffer?: ReactNode
  mute?: ReactNode
}

export function NotificationList({ onChoose, ringOffer, mute }: NotificationListProps) {
  const list = useInfiniteQuery(notificationsQuery)
  const readOne = useReadNotification()
  const pages = list.data?.pages ?? []
  const more = useFocusOnMore(pages.length)

  if (list.isPending) return <LoadingNotifications />
  if (!list.data) return <AlertText error={problemText(list.error)} />
  const notifications = pages.flatMap(page => page.notifications)
  if (notifications.length === 0)
    return (
      <>
        {mute}
        <NoNotifications />
      </>
    )
  function choose(notification: Notification) {
    if (!notification.read) readOne.mutate(notification.id)
    const destination = destinationOf(notification)
    if (destination) onChoose(destination)
  }

  return (
    <>
      <div className={`spread ${classes.top}`}>
        <MarkAllAsRead notifications={notifications} />
        {mute}
      </div>
      {notifications.some(({ action }) => action === 'status') && ringOffer}
      <NotificationSections
        notifications={notifications}
        marked={pages.at(-1)?.notifications[0]}
        ref={more.first}
        onClick={choose}
      />
      {list.isFetchNextPageError && <AlertText error={problemText(list.error)} />}
      {list.hasNextPage && (
        <Button
          variant="default"
          className={classes.more}
          pending={list.isFetchingNextPage}
          onBlur={more.forget}
          onClick={() => {
            more.expect()
            if (!list.isFetchingNextPage) void list.fetchNextPage()
          }}
        >
          {dialogTexts.loadMore}
        </Button>
      )}
    </>
  )
}

/** Moves the focus from the Load More button to the first notification of the new page, if the button still has the focus. */
function useFocusOnMore(pageCount: number) {
  const first = useRef<HTMLButtonElement>(null)
  const isExpected = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect must run when a new page has arrived.
  useLayoutEffect(() => {
    if (isExpected.current) first.current?.focus()
    isExpected.current = false
  }, [pageCount])
  const setExpected = (expected: boolean) => () => {
    isExpected.current = expected
  }
  return { first, expect: setExpected(true), forget: setExpected(false) }
}

function NoNotifications() {
  return (
    <EmptyState picture={<BellIcon size={44} strokeWidth={1.2} />} title={dialogTexts.none}>
      <p>{dialogTexts.noneYet}</p>
    </EmptyState>
  )
}

function MarkAllAsRead({ notifications }: { notifications: Notification[] }) {
  const readAll = useReadNotifications()
  const { data: count } = useQuery(unreadQuery)
  const line = useRef<HTMLDivElement>(null)
  const newest = notifications[0]
  // The count includes notifications on pages that are not loaded yet.
  const isAllRead = count?.unread === 0 && notifications.every(({ read }) => read)

  function readUpTo(id: number) {
    if (readAll.isPending) return
    readAll.mutate(id, {
      // The button disappears, so the focus moves to the element around it.
      onSuccess: () => line.current?.focus(),
      onError: error => showToast('error', problemText(error)),
    })
  }

  return (
    <div ref={line} tabIndex={-1} className={classes.line}>
      {!newest || isAllRead ? (
        <p className={classes.allRead}>{dialogTexts.allRead}</p>
      ) : (
        <button
          type="button"
          className={`${linkButton.link} ${classes.markAll}`}
          aria-disabled={readAll.isPending}
          onClick={() => readUpTo(newest.id)}
        >
          {dialogTexts.markAll}
        </button>
      )}
    </div>
  )
}
