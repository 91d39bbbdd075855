import availabilityTexts from 'texts:availability'
import groupTexts from 'texts:group'
import type { Member } from '@grouplight/contract/group.ts'
import { memo, type ReactNode, Suspense, useRef } from 'react'
import { useAccount } from '#features/account/account-queries.ts'
import { AvailabilityIndicator } from '#features/availability/availability-indicator.tsx'
import { OwnAvailability, Unsent } from '#features/availability/own-availability.tsx'
import { RoutineButton } from '#features/availability/routine-button.tsx'
import { StillAvailable } from '#features/availability/still-available.ts'
import type { GroupDetails } from '#features/group/group-details.ts'
import { useGroup } from '#features/group/group-queries.ts'
import { isLit, isUnconfirmed, nameOf, type ShownMember } from '#features/group/shown-member.ts'
import { FollowButton } from '#features/ringing/follow-button.tsx'
import { useRinging } from '#features/ringing/group-ringing.ts'
import iconButton from '#ui/icon-button.module.css'
import { CrossIcon } from '#ui/icons.tsx'
import { useToday } from '#ui/use-now.ts'
import { AvailabilitySince, Unconfirmed, Until } from './availability-times.tsx'
import { MemberAvatar } from './member-avatar.tsx'
import classes from './members.module.css'

/** Opens the dialog that removes the member. Must be the same function at each rendering, because the rows are memoized. */
export type RemoveMember = (member: { userId: string; name: string }) => void

type MemberRowsProps = {
  group: GroupDetails
  onlyAvailable: boolean
  /** Undefined if the user may not remove members. */
  onRemove: RemoveMember | undefined
}

/** A change of a member renders this component again, but not the rows of other members, because the rows are memoized. */
export function MemberRows({ group, onlyAvailable, onRemove }: MemberRowsProps) {
  const { uid } = useAccount()
  const today = useToday()
  const members = useGroup(group.id)?.members ?? []
  const { rule, follows } = useRinging(group.id)
  // The user's own row is always shown, because it contains the switch.
  const shown = members.filter(member => !onlyAvailable || member.status || member.userId === uid)
  return (
    <>
      <ul className={classes.list}>
        {shown.map(member => {
          const isFollowed = rule === 'followed' ? follows.includes(member.userId) : null
          const row = { member, isCreator: member.userId === group.createdBy, today }
          return member.userId === uid ? (
            <OwnRow key={member.userId} group={group} {...row} />
          ) : (
            <MemberRow
              key={member.userId}
              groupId={group.id}
              isFollowed={isFollowed}
              onRemove={onRemove}
              {...row}
            />
          )
        })}
      </ul>
      {onlyAvailable && (
        <p className={classes.nobody} role="status">
          {shown.every(member => member.userId === uid) && availabilityTexts.nobodyElse}
        </p>
      )}
    </>
  )
}

type RowProps = { member: ShownMember; isCreator: boolean; today: Date }

/** `isFollowed` is null if the user's ringing rule in the group does not depend on whom the user follows. */
type MemberRowProps = RowProps & {
  groupId: string
  isFollowed: boolean | null
  onRemove: RemoveMember | undefined
}

const MemberRow = memo(function MemberRow(props: MemberRowProps) {
  const { groupId, member, isCreator, isFollowed, onRemove, today } = props
  const name = nameOf(member)
  const indicator = <AvailabilityIndicator available={member.status} unconfirmed={isUnconfirmed(member)} />
  return (
    <li className={classes.row} data-lights={member.userId}>
      <AvatarAndName member={member} isCreator={isCreator}>
        <small className={classes.muted}>
          <AvailabilitySince at={member.lastUpdated} today={today} isOwn={false} />
          {member.status && member.until && (
            <>
              {' · '}
              <Until at={member.until} today={today} />
            </>
          )}
        </small>
        <Unconfirmed member={member} today={today} />
      </AvatarAndName>
      {isFollowed === null && !onRemove ? (
        indicator
      ) : (
        <div className={classes.withActions}>
          {indicator}
          {isFollowed !== null && (
            <FollowButton groupId={groupId} memberId={member.userId} name={name} isFollowed={isFollowed} />
          )}
          {onRemove && (
            <button
              type="button"
              className={`${iconButton.icon} ${classes.remove}`}
              aria-label={groupTexts.removeMember({ name })}
              onClick={() => onRemove({ userId: member.userId, name })}
            >
              <CrossIcon size={18} />
            </button>
          )}
        </div>
      )}
    </li>
  )
})

const OwnRow = memo(function OwnRow({ group, member, isCreator, today }: RowProps & { group: GroupDetails }) {
  const row = useRef<HTMLLIElement>(null)
  return (
    <li ref={row} tabIndex={-1} className={`card ${classes.own}`}>
      <AvatarAndName member={member} isCreator={isCreator} />
      <OwnAvailability groupId={group.id} groupName={group.name} member={member}>
        <p className={classes.status}>
          <small className={classes.muted}>{availabilityTexts.youAre}</small>{' '}
          <AvailabilityIndicator
            available={member.status}
            unconfirmed={isUnconfirmed(member) || member.isUnlit}
            large
          />{' '}
          <small className={classes.muted}>
            {member.isUnsent ? (
              <Unsent groupId={group.id} />
            ) : (
              <AvailabilitySince at={member.lastUpdated} today={today} isOwn />
            )}
          </small>
        </p>
      </OwnAvailability>
      <div>
        <RoutineButton groupId={group.id} askingInterval={group.askingInterval} member={member} />
      </div>
      {isUnconfirmed(member) && (
        <Suspense>
          <StillAvailable groupId={group.id} row={row}>
            <Unconfirmed member={member} today={today} />
          </StillAvailable>
        </Suspense>
      )}
    </li>
  )
})

type AvatarAndNameProps = { member: Member; isCreator: boolean; children?: ReactNode }

export function AvatarAndName({ member, isCreator, children }: AvatarAndNameProps) {
  return (
    <div className={classes.who}>
      <MemberAvatar
        name={nameOf(member)}
        available={isLit(member)}
        unconfirmed={isUnconfirmed(member)}
        large
      />
      <div className={classes.name}>
        <bdi>{nameOf(member)}</bdi>{' '}
        {isCreator && <span className={classes.admin}>{availabilityTexts.admin}</span>}
        {member.status && member.note && (
          <span className={classes.note}>
            <bdi>{member.note}</bdi>
          </span>
        )}
        {children}
      </div>
    </div>
  )
}
