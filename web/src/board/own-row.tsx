import type { Member } from '@grouplight/contract/group.ts'
import { memo } from 'react'
import { AvailabilityLight } from '#availability/availability-light.tsx'
import { AvailabilitySwitch } from '#availability/availability-switch.tsx'
import type { GroupFacts } from '#group/group-facts.ts'
import { nameOf } from '#group/name-of.ts'
import { t } from '#texts/texts.ts'
import { MemberLamp } from './member-lamp.tsx'
import classes from './member-list.module.css'
import { MemberName } from './member-name.tsx'
import { Since } from './since.tsx'

type OwnRowProps = { group: GroupFacts; member: Member; isCreator: boolean; today: Date }

/** My own row, large, and the only one with a switch. */
export const OwnRow = memo(function OwnRow({ group, member, isCreator, today }: OwnRowProps) {
  return (
    <li className={classes.own}>
      <div className={classes.who}>
        <MemberLamp name={nameOf(member)} lit={member.status} large />
        <div className={classes.name}>
          <MemberName member={member} isCreator={isCreator} />
        </div>
      </div>
      <div className={classes.status}>
        <p>
          <small className={classes.soft}>{t.availability.youAre}</small>{' '}
          <AvailabilityLight available={member.status} large />{' '}
          <small className={classes.soft}>
            <Since at={member.lastUpdated} today={today} />
          </small>
        </p>
        <AvailabilitySwitch groupId={group.id} groupName={group.name} available={member.status} />
      </div>
    </li>
  )
})
