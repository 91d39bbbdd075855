import { memo } from 'react'
import { initialsOf } from '#account/initials.ts'
import classes from './member-avatar.module.css'

type MemberAvatarProps = { name: string; lit: boolean; large?: boolean }

/** A person as a small lamp: filled when available, a ring when not. Who and what is always said beside it. */
export const MemberAvatar = memo(function MemberAvatar({ name, lit, large = false }: MemberAvatarProps) {
  const initials = initialsOf(name)
  return (
    <span
      className={classes.lamp}
      data-lit={lit || undefined}
      data-large={large || undefined}
      data-long={initials.length > 2 || undefined}
      aria-hidden="true"
    >
      {initials}
    </span>
  )
})
