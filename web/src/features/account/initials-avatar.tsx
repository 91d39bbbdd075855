import { initialsOf } from './initials.ts'
import classes from './initials-avatar.module.css'

export function InitialsAvatar({ name, size = 36 }: { name: string; size?: number }) {
  return (
    <span
      className={classes.avatar}
      style={{
        width: size,
        height: size,
        fontSize: size * 0.36,
        backgroundColor: `var(--person-${hueOf(name)})`,
      }}
      aria-hidden="true"
    >
      {initialsOf(name)}
    </span>
  )
}

const hues = 8

function hueOf(name: string): number {
  let sum = 7
  for (const character of name) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 65_521
  return sum % hues
}
