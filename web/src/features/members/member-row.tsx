import ringingTexts from 'texts:ringing'
import { memo } from 'react'
import { AvailabilityIndicator } from '#features/availability/availability-indicator.tsx'
import type { Role } from '#features/group/roles.ts'
import { isUnconfirmed, nameOf, type ShownMember } from '#features/group/shown-member.ts'
import { StarIcon } from '#ui/icons.tsx'
import { AvailabilitySince, Unconfirmed, Until } from './availability-times.tsx'
import { MemberLamp } from './member-avatar.tsx'
import classes from './members.module.css'
import { RoleBadge } from './role-badge.tsx'

/** Opens a member's sheet. Must be the same function at each rendering, because the rows are memoized. */
export type OpenMember = (userId: string) => void

type MemberRowProps = {
  member: ShownMember
  role: Role | undefined
  isFollowed: boolean
  today: Date
  onOpen: OpenMember
}

export const MemberRow = memo(function MemberRow(props: MemberRowProps) {
  const { member, role, isFollowed, today, onOpen } = props
  const { userId, status, until, note } = member
  return (
    <li className={classes.row} data-lights={userId}>
      <MemberLamp member={member} large />
      <div className={classes.name}>
        <button type="button" className={classes.open} aria-haspopup="dialog" onClick={() => onOpen(userId)}>
          <bdi>{nameOf(member)}</bdi>
        </button>{' '}
        <RoleBadge role={role} />
        {isFollowed && (
          <span className={classes.star}>
            <StarIcon size={16} />
            <span className="sr-only">{ringingTexts.followed}</span>
          </span>
        )}
      </div>
      <div className={classes.second}>
        <AvailabilityIndicator available={status} unconfirmed={isUnconfirmed(member)} />
        <AvailabilitySince at={member.lastUpdated} today={today} isOwn={false} />
        <Unconfirmed member={member} today={today} />
        {status && note && (
          <span className={classes.note}>
            <bdi>{note}</bdi>
          </span>
        )}
      </div>
      {status && until && <Until at={until} today={today} />}
    </li>
  )
})
