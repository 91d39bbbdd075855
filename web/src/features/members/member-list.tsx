import availabilityTexts from 'texts:availability'
import { type ReactNode, useCallback, useRef, useState } from 'react'
import type { GroupDetails } from '#features/group/group-details.ts'
import { AlertsPill } from '#features/ringing/alerts-pill.tsx'
import { ConnectionLabel } from '#live/connection-banner.tsx'
import { lazyWithPreload } from '#ui/lazy-with-preload.ts'
import { Pill } from '#ui/pill.tsx'
import { useLazyDialog } from '#ui/use-lazy-dialog.tsx'
import { useLostFocus } from '#ui/use-lost-focus.ts'
import { MemberRows } from './member-rows.tsx'
import type { RemoveMember } from './member-sheet.tsx'
import classes from './members.module.css'
import { OwnRow } from './own-row.tsx'

const MemberSheet = lazyWithPreload(() => import('./member-sheet.tsx'), 'MemberSheet')

type MemberListProps = {
  group: GroupDetails
  /** The number of available members. It shares a card with the user's own switch. */
  count: ReactNode
  invite: ReactNode
  /** Opens the dialog that removes a member. Undefined if the user may not remove members. */
  onRemove: RemoveMember | undefined
}

export function MemberList({ group, count, invite, onRemove }: MemberListProps) {
  const [onlyAvailable, setOnlyAvailable] = useState(false)
  const [memberId, setMemberId] = useState('')
  const heading = useRef<HTMLHeadingElement>(null)
  const onFocus = useLostFocus(heading)
  const { open, dialog } = useLazyDialog(MemberSheet, { group, memberId, onRemove })
  const openMember = useCallback(
    (id: string) => {
      setMemberId(id)
      open()
    },
    [open],
  )
  return (
    <section aria-labelledby="members" onFocus={onFocus}>
      <div className={`card ${classes.own}`}>
        <div className={classes.count}>{count}</div>
        <OwnRow group={group} />
      </div>
      <div className={`spread ${classes.head}`}>
        <div className={classes.title}>
          <h2 id="members" ref={heading} tabIndex={-1}>
            {availabilityTexts.membersTitle({ count: group.memberCount })}
          </h2>
          <ConnectionLabel />
        </div>
        {invite}
        <div className={classes.pills}>
          {group.memberCount > 1 && (
            <Pill aria-pressed={onlyAvailable} onClick={() => setOnlyAvailable(!onlyAvailable)}>
              {availabilityTexts.onlyAvailable}
            </Pill>
          )}
          <AlertsPill group={group} />
        </div>
      </div>
      <MemberRows group={group} onlyAvailable={onlyAvailable} onOpen={openMember} />
      {dialog}
    </section>
  )
}
