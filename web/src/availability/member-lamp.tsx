import { initialsOf } from '#account/initials.ts'
import classes from './member-lamp.module.css'

/** A person as a small lamp: filled when available, a ring when not. Who and what is always said beside it. */
export function MemberLamp({ name, lit, large = false }: { name: string; lit: boolean; large?: boolean }) {
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
}
