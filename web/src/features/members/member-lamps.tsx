import appTexts from 'texts:app'
import availabilityTexts from 'texts:availability'
import { type Group, type Member, maxMembersOnCard } from '@grouplight/contract/group.ts'
import { isLit, isUnconfirmed, nameOf } from '#features/group/shown-member.ts'
import { MemberLamp } from './member-avatar.tsx'
import classes from './member-lamps.module.css'

/** The picture on a group's card: the lit lamps first. A larger group has dots without initials. */
export function MemberLamps({ group }: { group: Group }) {
  return group.memberCount > maxMembersOnCard ? <Dots group={group} /> : <Lamps members={group.members} />
}

function Lamps({ members }: { members: Member[] }) {
  const lit = members.filter(isLit)
  const inOrder = [
    ...lit.filter(member => !isUnconfirmed(member)),
    ...lit.filter(isUnconfirmed),
    ...members.filter(member => !isLit(member)),
  ]
  return (
    <div
      className={classes.lamps}
      role="img"
      aria-label={
        lit.length > 0
          ? availabilityTexts.litLamps({ names: lit.map(lampText).join(appTexts.listSeparator) })
          : availabilityTexts.noLitLamps
      }
    >
      {inOrder.map(member => (
        <MemberLamp key={member.userId} member={member} />
      ))}
    </div>
  )
}

function lampText(member: Member): string {
  return isUnconfirmed(member) ? availabilityTexts.unconfirmedName({ name: nameOf(member) }) : nameOf(member)
}

const perRow = { few: 20, many: 50 }

/** Draws each kind of dot with one path, whose points have round ends. The counts beside the picture say the same in words. */
function Dots({ group }: { group: Group }) {
  const { memberCount, availableCount, unconfirmedCount = 0 } = group
  const columns = memberCount <= 3 * perRow.few ? perRow.few : perRow.many
  const points = (from: number, to: number) =>
    Array.from({ length: Math.max(0, to - from) }, (_, at) => {
      const place = from + at
      return `M${(place % columns) + 0.5} ${Math.floor(place / columns) + 0.5}h0`
    }).join('')
  const confirmed = availableCount - unconfirmedCount
  const unconfirmed = points(confirmed, availableCount)
  const off = points(availableCount, memberCount)
  return (
    <svg
      className={`points ${classes.dots}`}
      viewBox={`0 0 ${columns} ${Math.ceil(memberCount / columns)}`}
      aria-hidden="true"
    >
      <path className={classes.lit} d={points(0, confirmed) + unconfirmed} />
      <path className={classes.off} d={off} />
      <path className={classes.hollow} d={unconfirmed + off} />
      <path className={classes.half} d={unconfirmed} />
    </svg>
  )
}
