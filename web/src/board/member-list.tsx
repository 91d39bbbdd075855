import { useState } from 'react'
import { useAccount } from '#account/account-queries.ts'
import { useGroup } from '#availability/availability-switch.tsx'
import type { GroupDetails } from '#group/group-details.ts'
import { ConnectionLabel } from '#live/connection-banner.tsx'
import { t } from '#texts/texts.ts'
import classes from './member-list.module.css'
import { MemberRow } from './member-row.tsx'
import { OwnRow } from './own-row.tsx'
import { useToday } from './use-today.ts'

/** The members in an order that does not change when somebody toggles. */
export function MemberList({ group }: { group: GroupDetails }) {
  const [onlyAvailable, setOnlyAvailable] = useState(false)
  return (
    <section aria-labelledby="members">
      <div className={classes.head}>
        <div>
          <h2 id="members">{t.availability.membersTitle(group.memberCount)}</h2>
          <ConnectionLabel />
        </div>
        {group.memberCount > 1 && (
          <button
            type="button"
            className={classes.filter}
            aria-pressed={onlyAvailable}
            onClick={() => setOnlyAvailable(!onlyAvailable)}
          >
            {t.availability.onlyAvailable}
          </button>
        )}
      </div>
      <MemberRows group={group} onlyAvailable={onlyAvailable} />
    </section>
  )
}

// Rendered at every change of a member. Each row decides whether it is rendered again.
function MemberRows({ group, onlyAvailable }: { group: GroupDetails; onlyAvailable: boolean }) {
  const { uid } = useAccount()
  const today = useToday()
  const members = useGroup(group.id)?.members ?? []
  // Always with my own row, which has my switch.
  const shown = members.filter(member => !onlyAvailable || member.status || member.userId === uid)
  return (
    <>
      <ul className={classes.list}>
        {shown.map(member => {
          const row = { member, isCreator: member.userId === group.createdBy, today }
          return member.userId === uid ? (
            <OwnRow key={member.userId} group={group} {...row} />
          ) : (
            <MemberRow key={member.userId} {...row} />
          )
        })}
      </ul>
      {onlyAvailable && (
        <p className={classes.nobody} role="status">
          {shown.every(member => member.userId === uid) && t.availability.nobodyElse}
        </p>
      )}
    </>
  )
}
