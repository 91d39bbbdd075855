import type { Member } from '@grouplight/contract/group.ts'
import { memo } from 'react'
import { AvailabilityLight } from '#availability/availability-light.tsx'
import { nameOf } from '#group/name-of.ts'
import { MemberLamp } from './member-lamp.tsx'
import classes from './member-list.module.css'
import { MemberName } from './member-name.tsx'
import { Since } from './since.tsx'

type MemberRowProps = { member: Member; isCreator: boolean; today: Date }

/** Another member's row. Only the row of who toggles is drawn again. */
export const MemberRow = memo(function MemberRow({ member, isCreator, today }: MemberRowProps) {
  return (
    <li className={classes.row}>
      <div className={classes.who}>
        <MemberLamp name={nameOf(member)} lit={member.status} large />
        <div className={classes.name}>
          <MemberName member={member} isCreator={isCreator} />
          <small className={classes.soft}>
            <Since at={member.lastUpdated} today={today} />
          </small>
        </div>
      </div>
      <AvailabilityLight available={member.status} />
    </li>
  )
})
