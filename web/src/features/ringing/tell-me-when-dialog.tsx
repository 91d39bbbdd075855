import ringingDialogTexts from 'texts:ringing-dialogs'
import type { Watch } from '@grouplight/contract/watch.ts'
import { useQuery } from '@tanstack/react-query'
import { useId, useRef } from 'react'
import { problemText } from '#api/problem-text.ts'
import { useAccount } from '#features/account/account-queries.ts'
import { useGroup } from '#features/group/group-queries.ts'
import { nameOf } from '#features/group/shown-member.ts'
import { Phrase } from '#texts/phrase.tsx'
import { AlertText } from '#ui/alert.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { RemoveButton } from '#ui/list-item.tsx'
import section from '#ui/section.module.css'
import { useLostFocus } from '#ui/use-lost-focus.ts'
import { useNow } from '#ui/use-now.ts'
import { AddWatchForm } from './add-watch-form.tsx'
import { endText } from './watch-end.ts'
import { useRemoveWatch, watchesQuery } from './watch-queries.ts'
import classes from './watches.module.css'

type TellMeWhenDialogProps = { groupId: string; opened: boolean; onClose: () => void }

export function TellMeWhenDialog({ groupId, opened, onClose }: TellMeWhenDialogProps) {
  return (
    <Dialog opened={opened} title={ringingDialogTexts['once.title']} onClose={onClose}>
      <Wishes groupId={groupId} />
    </Dialog>
  )
}

function Wishes({ groupId }: { groupId: string }) {
  const box = useRef<HTMLElement>(null)
  const onFocus = useLostFocus(box)
  const now = useNow()
  const { uid } = useAccount()
  const members = useGroup(groupId)?.members ?? []
  const { data: watches = [], error } = useQuery(watchesQuery(groupId))
  const others = members.filter(({ userId }) => userId !== uid)
  const memberOf = ({ memberId }: Watch) => others.find(({ userId }) => userId === memberId)
  // The cached list may still contain watches whose time is over, or whose member has left the group.
  const open = watches.filter(
    watch => Date.parse(watch.endsAt) > now && (watch.memberId === null || memberOf(watch)),
  )
  return (
    <section
      ref={box}
      tabIndex={-1}
      className={classes.box}
      aria-label={ringingDialogTexts['once.title']}
      onFocus={onFocus}
    >
      <AddWatchForm
        groupId={groupId}
        others={others.length}
        reached={others.filter(member => member.status && !member.unconfirmedSince).length}
        watches={open}
      />
      {error && <AlertText error={problemText(error)} />}
      {open.length > 0 && (
        <ul className={section.list} aria-label={ringingDialogTexts['once.waitingFor']}>
          {open.map(watch => {
            const member = memberOf(watch)
            return <WatchItem key={watch.id} watch={watch} memberName={member && nameOf(member)} now={now} />
          })}
        </ul>
      )}
    </section>
  )
}

type WatchItemProps = { watch: Watch; memberName: string | undefined; now: number }

function WatchItem({ watch, memberName, now }: WatchItemProps) {
  const id = useId()
  const removing = useRemoveWatch(watch.groupId)
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
      <RemoveButton nameId={id} isBusy={removing.isPending} onClick={() => removing.mutate(watch.id)}>
        {ringingDialogTexts.remove}
      </RemoveButton>
      {removing.isError && <AlertText error={problemText(removing.error)} />}
    </li>
  )
}
