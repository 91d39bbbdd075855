import { useAccount } from '#account/account-queries.ts'
import type { GroupFacts } from '#group/group-facts.ts'
import { ConnectionDot } from '#live/connection-banner.tsx'
import { t } from '#texts/texts.ts'
import classes from './member-list.module.css'
import { MemberRow } from './member-row.tsx'
import { OwnRow } from './own-row.tsx'
import { useToday } from './use-today.ts'
import { useShownGroup } from './wish.ts'

/** Everybody in the group, in an order that does not move when somebody toggles. The first row is mine. */
export function MemberList({ group }: { group: GroupFacts }) {
  return (
    <section aria-labelledby="members">
      <div className={classes.head}>
        <h2 id="members">{t.availability.membersTitle(group.memberCount)}</h2>
        <ConnectionDot />
      </div>
      <MemberRows group={group} />
    </section>
  )
}

// Follows every change among the members, and leaves it to each row whether it is drawn again.
function MemberRows({ group }: { group: GroupFacts }) {
  const { userId } = useAccount()
  const today = useToday()
  const members = useShownGroup(group.id)?.members ?? []
  return (
    <ul className={classes.list}>
      {members.map(member => {
        const row = { member, isCreator: member.userId === group.createdBy, today }
        return member.userId === userId ? (
          <OwnRow key={member.userId} group={group} {...row} />
        ) : (
          <MemberRow key={member.userId} {...row} />
        )
      })}
    </ul>
  )
}
