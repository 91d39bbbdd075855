import type { Group } from '@grouplight/contract/group.ts'
import { memo } from 'react'
import { Link } from 'react-router'
import { useAccount } from '#account/account-queries.ts'
import { AvailabilityLight } from './availability-light.tsx'
import { AvailabilitySwitch } from './availability-switch.tsx'
import { AvailableCount } from './available-count.tsx'
import classes from './group-card.module.css'
import { MemberStrip } from './member-strip.tsx'
import { useWishedGroup } from './wish.ts'

/** A group at one glance: how many are available, who, and my own switch. */
export const GroupCard = memo(function GroupCard({ group: held }: { group: Group }) {
  const { userId } = useAccount()
  const group = useWishedGroup(held)
  const available = group.members.some(member => member.userId === userId && member.available)
  return (
    <li className={classes.card}>
      <h2 className={classes.name}>
        <Link to={`/groups/${group.id}`}>
          <bdi>{group.name}</bdi>
        </Link>
      </h2>
      <p className={classes.counts}>
        <AvailableCount group={group} />
        <span aria-hidden="true">·</span>
        <span>{group.memberCount === 1 ? '1 member' : `${group.memberCount} members`}</span>
      </p>
      <MemberStrip group={group} />
      <div className={classes.own}>
        <div>
          <small>You</small>
          <AvailabilityLight available={available} />
        </div>
        <AvailabilitySwitch group={group} available={available} />
      </div>
    </li>
  )
})
