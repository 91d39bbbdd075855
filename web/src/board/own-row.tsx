import type { Member } from '@grouplight/contract/group.ts'
import { memo } from 'react'
import { AvailabilityIndicator } from '#availability/availability-indicator.tsx'
import { AvailabilitySwitch } from '#availability/availability-switch.tsx'
import type { GroupDetails } from '#group/group-details.ts'
import { nameOf } from '#group/name-of.ts'
import { t } from '#texts/texts.ts'
import { MemberAvatar } from './member-avatar.tsx'
import classes from './member-list.module.css'
import { MemberName } from './member-name.tsx'
import { Since } from './since.tsx'

type OwnRowProps = { group: GroupDetails; member: Member; isCreator: boolean; today: Date }

/** My own row, the only one with a switch. */
export const OwnRow = memo(function OwnRow({ group, member, isCreator, today }: OwnRowProps) {
  return (
    <li className={classes.own}>
      <div className={classes.who}>
        <MemberAvatar name={nameOf(member)} available={member.status} large />
        <div className={classes.name}>
          <MemberName member={member} isCreator={isCreator} />
        </div>
      </div>
      <div className={classes.status}>
        <p>
          <small className={classes.muted}>{t.availability.youAre}</small>{' '}
          <AvailabilityIndicator available={member.status} large />{' '}
          <small className={classes.muted}>
            <Since at={member.lastUpdated} today={today} />
          </small>
        </p>
        <AvailabilitySwitch groupId={group.id} groupName={group.name} available={member.status} />
      </div>
    </li>
  )
})
