import type { Member } from '@grouplight/contract/group.ts'
import { isUnconfirmed } from '#group/shown-member.ts'
import { t } from '#texts/texts.ts'
import classes from './member-list.module.css'
import { sinceText } from './since-text.ts'

export function Unconfirmed({ member, today }: { member: Member; today: Date }) {
  const { unconfirmedSince } = member
  if (!unconfirmedSince || !isUnconfirmed(member)) return null
  return (
    <small className={classes.muted}>
      <time dateTime={unconfirmedSince}>
        {t.availability.unconfirmed(sinceText(new Date(unconfirmedSince), today))}
      </time>
    </small>
  )
}
