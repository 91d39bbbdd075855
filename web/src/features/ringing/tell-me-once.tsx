import ringingDialogTexts from 'texts:ringing-dialogs'
import { removeWatch, type Watch } from '@grouplight/contract/watch.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useRef } from 'react'
import { call, problemCode } from '#api/client.ts'
import { problemText } from '#api/problem-text.ts'
import { useAccount } from '#features/account/account-queries.ts'
import { memberNamesQuery } from '#features/group/group-queries.ts'
import { Phrase } from '#texts/phrase.tsx'
import { AlertText } from '#ui/alert.tsx'
import { RemoveButton } from '#ui/list-item.tsx'
import section from '#ui/section.module.css'
import { useLostFocus } from '#ui/use-lost-focus.ts'
import { useNow } from '#ui/use-now.ts'
import { AddWatchForm } from './add-watch-form.tsx'
import { endText } from './watch-end.ts'
import { watchesQuery } from './watch-queries.ts'
import classes from './watches.module.css'

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
        {ringingDialogTexts['once.title']}
      </h3>
      <p className={classes.hint}>{ringingDialogTexts['once.hint']}</p>
      <AddWatchForm groupId={groupId} others={others} watches={open} />
      {error && <AlertText error={problemText(error)} />}
      {open.length > 0 && (
        <ul className={`${section.list} ${classes.list}`} aria-label={ringingDialogTexts['once.waitingFor']}>
          {open.map(watch => (
            <WatchItem key={watch.id} watch={watch} memberName={nameOf(watch.memberId)} now={now} />
          ))}
        </ul>
      )}
    </section>
  )
}

type WatchItemProps = { watch: Watch; memberName: string | undefined; now: number }

function WatchItem({ watch, memberName, now }: WatchItemProps) {
  const id = useId()
  const queryClient = useQueryClient()
  const { queryKey } = watchesQuery(watch.groupId)
  const removing = useMutation({
    mutationFn: () => call(removeWatch, { params: { watchId: watch.id } }),
    onSuccess: () =>
      queryClient.setQueryData(queryKey, watches => watches?.filter(({ id }) => id !== watch.id)),
    onError: error => {
      if (problemCode(error) === 'watch-not-found') return queryClient.invalidateQueries({ queryKey })
    },
  })

  return (
    <li className={section.item}>
      <div className={`${section.grow} ${classes.about}`}>
        <span id={id} className={classes.wish}>
          {watch.needed === null ? (
            <Phrase text={ringingDialogTexts['once.memberAvailable']} name={<bdi>{memberName}</bdi>} />
          ) : (
            ringingDialogTexts['once.othersAvailable']({ count: watch.needed })
          )}
        </span>
        <small className={classes.hint}>{endText(watch.endsAt, now)}</small>
      </div>
      <RemoveButton nameId={id} isBusy={removing.isPending} onClick={() => removing.mutate()}>
        {ringingDialogTexts['once.remove']}
      </RemoveButton>
      {removing.isError && <AlertText error={problemText(removing.error)} />}
    </li>
  )
}
