import type { Group, Member } from '@grouplight/contract/group.ts'
import { nameOf } from '#group/name-of.ts'
import { AvailabilityLight } from './availability-light.tsx'
import { AvailabilitySwitch } from './availability-switch.tsx'
import { MemberLamp } from './member-lamp.tsx'
import classes from './member-list.module.css'
import { MemberName } from './member-name.tsx'
import { Since } from './since.tsx'

type OwnRowProps = { group: Group; member: Member; isCreator: boolean; today: Date }

/** My own row, large, and the only one with a switch. */
export function OwnRow({ group, member, isCreator, today }: OwnRowProps) {
  return (
    <li className={classes.own}>
      <div className={classes.who}>
        <MemberLamp name={nameOf(member)} lit={member.available} large />
        <div className={classes.name}>
          <MemberName member={member} isCreator={isCreator} />
        </div>
      </div>
      <div className={classes.status}>
        <p>
          <small className={classes.soft}>You are</small>{' '}
          <AvailabilityLight available={member.available} large />{' '}
          <small className={classes.soft}>
            <Since at={member.since} today={today} />
          </small>
        </p>
        <AvailabilitySwitch group={group} available={member.available} />
      </div>
    </li>
  )
}
