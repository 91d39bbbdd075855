import { type Group, type Member, maxMembersOnCard } from '@grouplight/contract/group.ts'
import { isLit, isUnconfirmed, nameOf } from '#group/shown-member.ts'
import { t } from '#texts/texts.ts'
import { MemberAvatar } from './member-avatar.tsx'
import classes from './member-avatars.module.css'

export function MemberAvatars({ group }: { group: Group }) {
  const members = group.members.slice(0, maxMembersOnCard)
  const more = group.memberCount - members.length
  const available = members.filter(isLit)
  return (
    <div className={classes.avatars} role="img" aria-label={t.availability.litLamps(available.map(lampText))}>
      {members.map(member => (
        <MemberAvatar
          key={member.userId}
          name={nameOf(member)}
          available={isLit(member)}
          unconfirmed={isUnconfirmed(member)}
        />
      ))}
      {more > 0 && <span className={classes.more}>+{more}</span>}
    </div>
  )
}

function lampText(member: Member): string {
  return isUnconfirmed(member) ? t.availability.unconfirmedName(nameOf(member)) : nameOf(member)
}
