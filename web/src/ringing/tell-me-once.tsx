import { useQuery } from '@tanstack/react-query'
import { useId, useRef } from 'react'
import { useAccount } from '#account/account-queries.ts'
import { problemText } from '#api/problem-text.ts'
import { memberNamesQuery } from '#group/group-queries.ts'
import { watchTexts } from '#texts/watch/watch-texts.ts'
import { AlertText } from '#ui/alert.tsx'
import section from '#ui/section.module.css'
import { useLostFocus } from '#ui/use-lost-focus.ts'
import { useNow } from '#ui/use-now.ts'
import { AddWatchForm } from './add-watch-form.tsx'
import classes from './tell-me-once.module.css'
import { WatchItem } from './watch-item.tsx'
import { watchesQuery } from './watch-queries.ts'

/** Shows nothing if the user is the only member. */
export function TellMeOnce({ groupId }: { groupId: string }) {
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const onFocus = useLostFocus(heading)
  const now = useNow()
  const { uid } = useAccount()
  const { data: members = [] } = useQuery(memberNamesQuery(groupId))
  const { data: watches = [], error } = useQuery(watchesQuery(groupId))
  const others = members.filter(({ userId }) => userId !== uid)
  if (others.length === 0) return null

  const nameOf = (memberId: string | null) => others.find(({ userId }) => userId === memberId)?.name
  // The cached list may still contain watches whose time is over, or whose member has left the group.
  const open = watches.filter(
    ({ endsAt, memberId }) => Date.parse(endsAt) > now && (memberId === null || nameOf(memberId)),
  )
  return (
    <section className={classes.section} aria-labelledby={id} onFocus={onFocus}>
      <h3 id={id} ref={heading} tabIndex={-1} className={classes.title}>
        {watchTexts.title}
      </h3>
      <p className={classes.hint}>{watchTexts.hint}</p>
      <AddWatchForm groupId={groupId} others={others} watches={open} />
      {error && <AlertText error={problemText(error)} />}
      {open.length > 0 && (
        <ul className={`${section.list} ${classes.list}`} aria-label={watchTexts.waitingFor}>
          {open.map(watch => (
            <WatchItem key={watch.id} watch={watch} memberName={nameOf(watch.memberId)} now={now} />
          ))}
        </ul>
      )}
    </section>
  )
}
