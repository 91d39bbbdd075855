import availabilityTexts from 'texts:availability'
import type { Group } from '@grouplight/contract/group.ts'
import { memo } from 'react'
import { Link } from 'react-router'
import { useAccount } from '#features/account/account-queries.ts'
import { AvailabilityIndicator } from '#features/availability/availability-indicator.tsx'
import { OwnAvailability, Unsent } from '#features/availability/own-availability.tsx'
import { Calls } from '#features/call/calls.tsx'
import { isUnconfirmed, type ShownMember } from '#features/group/shown-member.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { AvailableCount } from './available-count.tsx'
import { CoverageLine } from './coverage-line.tsx'
import { FirstInvite } from './first-invite.tsx'
import classes from './group-card.module.css'
import lamps from './member-lamps.module.css'
import { MemberLamps } from './member-lamps.tsx'

export const GroupCard = memo(function GroupCard({ group }: { group: Group }) {
  const { uid } = useAccount()
  const own: ShownMember | undefined = group.members.find(member => member.userId === uid)
  return (
    <li className={`card ${classes.card}`} data-lights={group.id}>
      <CardName groupId={group.id} groupName={group.name} />
      <p>
        <span className={classes.counts}>
          <AvailableCount count={group.availableCount} unconfirmed={group.unconfirmedCount} />
          <span>{availabilityTexts.members({ count: group.memberCount })}</span>
        </span>
        <CoverageLine group={group} />
      </p>
      {group.memberCount === 1 && group.createdBy === uid ? (
        <FirstInvite groupId={group.id} groupName={group.name} />
      ) : (
        <MemberLamps group={group} />
      )}
      <Calls group={group} isCard />
      {own && <Own groupId={group.id} groupName={group.name} member={own} />}
    </li>
  )
})

type CardProps = { groupId: string; groupName: string }

const CardName = memo(function CardName({ groupId, groupName }: CardProps) {
  return (
    <h2 className={classes.name}>
      <Link to={`/groups/${groupId}`}>
        <bdi>{groupName}</bdi>
      </Link>
    </h2>
  )
})

const Own = memo(function Own({ member, ...group }: CardProps & { member: ShownMember }) {
  return (
    <div className={classes.own}>
      <OwnAvailability {...group} member={member}>
        <div>
          <small>
            {availabilityTexts.you}
            {member.isUnsent && (
              <>
                {' · '}
                <Unsent groupId={group.groupId} />
              </>
            )}
          </small>
          <AvailabilityIndicator
            available={member.status}
            unconfirmed={isUnconfirmed(member) || member.isUnlit}
          />
        </div>
      </OwnAvailability>
    </div>
  )
})

export function GroupCardSkeleton() {
  return (
    <div className={`card ${classes.card}`} aria-hidden="true">
      <Skeleton width="60%" height={23} />
      <Skeleton width="75%" height={48} />
      <div className={lamps.lamps}>
        {['AP', 'BO', 'CV', 'DK'].map(initials => (
          <Skeleton key={initials} width={30} height={30} round />
        ))}
      </div>
      <div className={`spread ${classes.own}`}>
        <Skeleton width={96} height={40} />
        <Skeleton width={76} height={44} round />
      </div>
    </div>
  )
}
