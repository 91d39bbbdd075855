import { type Group, membersOnCard } from '@grouplight/contract/group.ts'
import { MemberLamp } from './member-lamp.tsx'
import classes from './member-strip.module.css'

/** The members of a card as a strip of lamps, up to 12, then '+N'. */
export function MemberStrip({ group }: { group: Group }) {
  const members = group.members.slice(0, membersOnCard)
  const more = group.memberCount - members.length
  const lit = members.filter(member => member.available).map(member => member.displayName || 'User')
  return (
    <div className={classes.strip} role="img" aria-label={`Lit lamps: ${lit.join(', ') || 'none'}`}>
      {members.map(({ userId, displayName, available }) => (
        <MemberLamp key={userId} name={displayName || 'User'} lit={available} />
      ))}
      {more > 0 && <span className={classes.more}>+{more}</span>}
    </div>
  )
}
