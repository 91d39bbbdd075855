import { memo } from 'react'
import { initialsOf } from '#features/account/initials.ts'
import { isLit, isUnconfirmed, nameOf, type ShownMember } from '#features/group/shown-member.ts'
import classes from './member-avatar.module.css'

type MemberAvatarProps = {
  name: string
  available: boolean
  unconfirmed: boolean
  large?: boolean
  /** Otherwise the initials are not part of the text around them, which may be one sentence. */
  isInText?: boolean
}

export const MemberAvatar = memo(function MemberAvatar({
  name,
  available,
  unconfirmed,
  large = false,
  isInText = true,
}: MemberAvatarProps) {
  const initials = initialsOf(name)
  return (
    <span
      className={classes.avatar}
      data-available={available || undefined}
      data-unconfirmed={unconfirmed || undefined}
      data-large={large || undefined}
      data-long={(initials.length > 2 && !/\p{S}/u.test(initials)) || undefined}
      data-initials={isInText ? undefined : initials}
      aria-hidden="true"
    >
      {isInText && initials}
    </span>
  )
})

/** The avatar of a member, lit as the page shows the member now. */
export function MemberLamp({ member, large = false }: { member: ShownMember; large?: boolean }) {
  return (
    <MemberAvatar
      name={nameOf(member)}
      available={isLit(member)}
      unconfirmed={isUnconfirmed(member)}
      large={large}
    />
  )
}
