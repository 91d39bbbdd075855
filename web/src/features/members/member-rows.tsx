import availabilityTexts from 'texts:availability'
import { useId, useRef } from 'react'
import { useAccount } from '#features/account/account-queries.ts'
import type { GroupDetails } from '#features/group/group-details.ts'
import { useGroup } from '#features/group/group-queries.ts'
import { roleIn } from '#features/group/roles.ts'
import type { ShownMember } from '#features/group/shown-member.ts'
import { useRinging } from '#features/ringing/group-ringing.ts'
import { useToday } from '#ui/use-now.ts'
import { MemberRow, type OpenMember } from './member-row.tsx'
import classes from './members.module.css'
import { useUpperRows } from './use-upper-rows.ts'

/** In a larger group, the available stand in a section of their own. In a smaller group, no row ever moves. */
const maxUnmoved = 8

type MemberRowsProps = { group: GroupDetails; onlyAvailable: boolean; onOpen: OpenMember }

/** Shows the other members. A change of one renders this component again, but only that one's row, because rows are memoized. */
export function MemberRows({ group, onlyAvailable, onOpen }: MemberRowsProps) {
  const { uid } = useAccount()
  const members = useGroup(group.id)?.members ?? []
  const others = members.filter(({ userId }) => userId !== uid)
  const available = members.filter(({ status }) => status)
  const shown = onlyAvailable ? others.filter(({ status }) => status) : others
  return (
    <>
      {members.length > maxUnmoved ? (
        <Sections
          members={others}
          titles={[
            availabilityTexts.availableSection({ count: available.length }),
            availabilityTexts.unavailableSection({ count: members.length - available.length }),
          ]}
          onlyAvailable={onlyAvailable}
          group={group}
          onOpen={onOpen}
        />
      ) : (
        <Rows members={shown} group={group} onOpen={onOpen} />
      )}
      {onlyAvailable && (
        <p className={classes.nobody} role="status">
          {available.every(({ userId }) => userId === uid) && availabilityTexts.nobodyElse}
        </p>
      )}
    </>
  )
}

type RowsProps = { members: ShownMember[]; group: GroupDetails; onOpen: OpenMember }
type SectionsProps = RowsProps & { titles: [available: string, unavailable: string]; onlyAvailable: boolean }

function Sections({ members, titles, onlyAvailable, ...rows }: SectionsProps) {
  const list = useRef<HTMLDivElement>(null)
  const upper = useUpperRows(members, list)
  const [available, unavailable] = [true, false].map(isUpper =>
    members.filter(({ userId }) => upper.has(userId) === isUpper),
  )
  return (
    <div ref={list} className={classes.sections}>
      <Rows title={titles[0]} members={available ?? []} {...rows} />
      {!onlyAvailable && <Rows title={titles[1]} members={unavailable ?? []} {...rows} />}
    </div>
  )
}

/** The counts of the titles include the user, whose own row stands above. */
function Rows({ title, members, group, onOpen }: RowsProps & { title?: string }) {
  const id = useId()
  const today = useToday()
  const { follows } = useRinging(group.id)
  if (members.length === 0) return null
  return (
    <div>
      {title && (
        <h3 id={id} className={classes.section}>
          {title}
        </h3>
      )}
      <ul className={classes.list} aria-labelledby={title ? id : undefined}>
        {members.map(member => (
          <MemberRow
            key={member.userId}
            member={member}
            role={roleIn(group, member.userId)}
            isFollowed={follows.includes(member.userId)}
            today={today}
            onOpen={onOpen}
          />
        ))}
      </ul>
    </div>
  )
}
