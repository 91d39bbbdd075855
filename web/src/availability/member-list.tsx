import type { Group } from '@grouplight/contract/group.ts'
import { useAccount } from '#account/account-queries.ts'
import classes from './member-list.module.css'
import { MemberRow } from './member-row.tsx'
import { OwnRow } from './own-row.tsx'
import { useToday } from './use-today.ts'
import { useWishedGroup } from './wish.ts'

/** Everybody in the group, in an order that does not move when somebody toggles. The first row is mine. */
export function MemberList({ group: held }: { group: Group }) {
  const { userId } = useAccount()
  const group = useWishedGroup(held)
  const today = useToday()
  return (
    <section aria-labelledby="members">
      <div className={classes.head}>
        <h2 id="members">Members ({group.memberCount})</h2>
        <p>
          <strong>{group.availableCount}</strong> available
        </p>
      </div>
      <ul className={classes.list}>
        {group.members.map(member => {
          const row = { member, isCreator: member.userId === group.createdBy, today }
          return member.userId === userId ? (
            <OwnRow key={member.userId} group={held} {...row} />
          ) : (
            <MemberRow key={member.userId} {...row} />
          )
        })}
      </ul>
    </section>
  )
}
