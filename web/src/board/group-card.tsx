import type { Group } from '@grouplight/contract/group.ts'
import { memo } from 'react'
import { Link } from 'react-router'
import { useAccount } from '#account/account-queries.ts'
import { AvailabilityIndicator } from '#availability/availability-indicator.tsx'
import { OwnAvailability, Unsent } from '#availability/own-availability.tsx'
import { isUnconfirmed, type ShownMember } from '#group/shown-member.ts'
import { t } from '#texts/texts.ts'
import { AvailableCount } from './available-count.tsx'
import { CoverageLine } from './coverage-line.tsx'
import classes from './group-card.module.css'
import { MemberAvatars } from './member-avatars.tsx'

export const GroupCard = memo(function GroupCard({ group }: { group: Group }) {
  const { uid } = useAccount()
  const own: ShownMember | undefined = group.members.find(member => member.userId === uid)
  return (
    <li className={`card ${classes.card}`}>
      <CardName groupId={group.id} groupName={group.name} />
      <p className={classes.counts}>
        <AvailableCount count={group.availableCount} unconfirmed={group.unconfirmedCount} />
        <span aria-hidden="true">·</span>
        <span>{t.availability.members(group.memberCount)}</span>
        <CoverageLine group={group} />
      </p>
      <MemberAvatars group={group} />
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
            {t.availability.you}
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
