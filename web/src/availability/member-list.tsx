import type { Group } from '@grouplight/contract/group.ts'
import { useAccount } from '#account/account-queries.ts'
import { ConnectionDot } from '#live/connection-banner.tsx'
import classes from './member-list.module.css'
import { MemberRow } from './member-row.tsx'
import { OwnRow } from './own-row.tsx'
import { useToday } from './use-today.ts'

// Where leaving out what is not seen begins to be worth its while.
const large = 50

/** Everybody in the group, in an order that does not move when somebody toggles. The first row is mine. */
export function MemberList({ group }: { group: Group }) {
  const { userId } = useAccount()
  const today = useToday()
  return (
    <section aria-labelledby="members">
      <div className={classes.head}>
        <h2 id="members">Members ({group.memberCount})</h2>
        <ConnectionDot />
      </div>
      <ul className={classes.list} data-large={group.memberCount >= large || undefined}>
        {group.members.map(member => {
          const row = { member, isCreator: member.userId === group.createdBy, today }
          return member.userId === userId ? (
            <OwnRow key={member.userId} group={group} {...row} />
          ) : (
            <MemberRow key={member.userId} {...row} />
          )
        })}
      </ul>
    </section>
  )
}
