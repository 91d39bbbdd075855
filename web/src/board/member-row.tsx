import type { Member } from '@grouplight/contract/group.ts'
import { memo } from 'react'
import { AvailabilityIndicator } from '#availability/availability-indicator.tsx'
import { nameOf } from '#group/name-of.ts'
import { MemberAvatar } from './member-avatar.tsx'
import classes from './member-list.module.css'
import { MemberName } from './member-name.tsx'
import { Since } from './since.tsx'

type MemberRowProps = { member: Member; isCreator: boolean; today: Date }

/** Another member's row. A toggle renders only the row of its member again. */
export const MemberRow = memo(function MemberRow({ member, isCreator, today }: MemberRowProps) {
  return (
    <li className={classes.row}>
      <div className={classes.who}>
        <MemberAvatar name={nameOf(member)} available={member.status} large />
        <div className={classes.name}>
          <MemberName member={member} isCreator={isCreator} />
          <small className={classes.muted}>
            <Since at={member.lastUpdated} today={today} />
          </small>
        </div>
      </div>
      <AvailabilityIndicator available={member.status} />
    </li>
  )
})
