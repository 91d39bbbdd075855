import { useQuery } from '@tanstack/react-query'
import { Suspense, useRef } from 'react'
import { useAccount } from '#features/account/account-queries.ts'
import { AvailabilityIndicator } from '#features/availability/availability-indicator.tsx'
import { OwnAvailability, Unsent } from '#features/availability/own-availability.tsx'
import { RoutineButton } from '#features/availability/routine-button.tsx'
import { StillAvailable } from '#features/availability/still-available.ts'
import type { GroupDetails } from '#features/group/group-details.ts'
import { groupQuery } from '#features/group/group-queries.ts'
import { roleIn } from '#features/group/roles.ts'
import { isUnconfirmed, nameOf, type ShownMember } from '#features/group/shown-member.ts'
import { useToday } from '#ui/use-now.ts'
import { AvailabilitySince, Unconfirmed } from './availability-times.tsx'
import { MemberLamp } from './member-avatar.tsx'
import classes from './members.module.css'
import { RoleBadge } from './role-badge.tsx'

export function OwnRow({ group }: { group: GroupDetails }) {
  const row = useRef<HTMLLIElement>(null)
  const { uid } = useAccount()
  const today = useToday()
  const { data: member } = useQuery({
    ...groupQuery(group.id),
    select: ({ members }): ShownMember | undefined => members.find(({ userId }) => userId === uid),
  })
  if (!member) return null
  return (
    <ul className={classes.list}>
      <li ref={row} tabIndex={-1} className={classes.ownRow}>
        <OwnAvailability
          groupId={group.id}
          groupName={group.name}
          member={member}
          routine={<RoutineButton groupId={group.id} askingInterval={group.askingInterval} member={member} />}
        >
          <div className={classes.who}>
            <MemberLamp member={member} large />
            <div>
              <div className={classes.name}>
                <bdi>{nameOf(member)}</bdi> <RoleBadge role={roleIn(group, uid)} />
              </div>
              <div className={classes.second}>
                <AvailabilityIndicator
                  available={member.status}
                  unconfirmed={isUnconfirmed(member) || member.isUnlit}
                />
                {member.isUnsent ? (
                  <Unsent groupId={group.id} />
                ) : (
                  <AvailabilitySince at={member.lastUpdated} today={today} isOwn />
                )}
                {member.status && member.note && (
                  <span className={classes.note}>
                    <bdi>{member.note}</bdi>
                  </span>
                )}
              </div>
            </div>
          </div>
        </OwnAvailability>
        {isUnconfirmed(member) && (
          <Suspense>
            <StillAvailable groupId={group.id} row={row}>
              <Unconfirmed member={member} today={today} />
            </StillAvailable>
          </Suspense>
        )}
      </li>
    </ul>
  )
}
