import { memo } from 'react'
import { initialsOf } from '#features/account/initials.ts'
import classes from './member-avatar.module.css'

type MemberAvatarProps = { name: string; available: boolean; unconfirmed: boolean; large?: boolean }

export const MemberAvatar = memo(function MemberAvatar({
  name,
  available,
  unconfirmed,
  large = false,
}: MemberAvatarProps) {
  const initials = initialsOf(name)
  return (
    <span
      className={classes.avatar}
      data-available={available || undefined}
      data-unconfirmed={unconfirmed || undefined}
      data-large={large || undefined}
      data-long={(initials.length > 2 && !/\p{S}/u.test(initials)) || undefined}
      aria-hidden="true"
    >
      {initials}
    </span>
  )
})
