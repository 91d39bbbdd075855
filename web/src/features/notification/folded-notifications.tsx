import dialogTexts from 'texts:notification-dialogs'
import { type ReactNode, type Ref, useId, useState } from 'react'
import { ChevronDownIcon } from '#ui/icons.tsx'
import { type Entry, entryText } from './fold-notifications.ts'
import classes from './notification-item.module.css'
import { ItemContent, isOver, type MemberOf } from './notification-item.tsx'

type FoldedNotificationsProps = {
  entry: Entry
  memberOf: MemberOf
  ref: Ref<HTMLButtonElement> | undefined
  children: ReactNode
}

/** One row for several notifications. It unfolds to `children`, and is unread until all of them are read. */
export function FoldedNotifications({ entry, memberOf, ref, children }: FoldedNotificationsProps) {
  const [isOpen, setOpen] = useState(false)
  const list = useId()
  const { newest, all } = entry
  const isOnePerson = all.every(({ relatedUserId }) => relatedUserId === newest.relatedUserId)
  const isUnread = all.some(({ read }) => !read)
  return (
    <li>
      <button
        ref={ref}
        type="button"
        className={classes.item}
        aria-expanded={isOpen}
        aria-controls={list}
        data-unread={isUnread || undefined}
        data-over={all.every(one => isOver(one, memberOf)) || undefined}
        onClick={() => setOpen(!isOpen)}
      >
        <ItemContent
          notification={newest}
          text={entryText(entry) ?? newest.message}
          isUnread={isUnread}
          memberOf={memberOf}
        >
          {isOnePerson && ` · ${dialogTexts.times({ count: all.length })}`}
        </ItemContent>
        <span className={classes.chevron}>
          <ChevronDownIcon size={20} />
        </span>
      </button>
      <ul id={list} className={classes.folded} hidden={!isOpen}>
        {isOpen && children}
      </ul>
    </li>
  )
}
